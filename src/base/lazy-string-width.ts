type StringWidth = typeof import('string-width').default;

let loaded: StringWidth | undefined;

/**
 * Replaces `string-width` in the bundle, for Ink as well: the same function, loaded when it is first called. Its
 * emoji expressions cost 20 ms, and most sessions never need them (`fast-width.ts`).
 */
const stringWidth: StringWidth = (text, options) => {
  loaded ??= (require('../../node_modules/string-width/index.js') as { default: StringWidth }).default;
  return loaded(text, options);
};

export default stringWidth;
