import type Yoga from 'yoga-layout';

interface Loader {
  readonly default: () => Promise<unknown>;
}

/**
 * Stands for `yoga-layout` in the bundle: the same, but its WebAssembly, which is part of the file, is not read by
 * `fetch`: that would load an HTTP client and web streams for eighty kilobytes that are there already.
 */
const { fetch } = globalThis;
Reflect.deleteProperty(globalThis, 'fetch');
const loader = require('../../../node_modules/yoga-layout/dist/binaries/yoga-wasm-base64-esm.js') as Loader;
const loading = loader.default();
globalThis.fetch = fetch;
const wrap = require('../../../node_modules/yoga-layout/dist/src/wrapAssembly.js') as {
  default: (assembly: unknown) => typeof Yoga;
};

export default wrap.default(await loading);
