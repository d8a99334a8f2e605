import type { FieldModule, ToggleInput, ToggleSpec } from './field.ts';

/** Yes or no; space switches. */
export const toggleModule: FieldModule<ToggleSpec, ToggleInput> = {
  start: (spec) => ({ on: spec.initial ?? false }),
  value: (_spec, input) => input.on,
  key(_spec, input, key) {
    if (key.name === 'space' || key.name === 'left' || key.name === 'right') return { on: !input.on };
    if (key.name === 'y') return { on: true };
    return key.name === 'n' ? { on: false } : undefined;
  },
  render: (_spec, input, _width, focused) => ({
    lines: [[{ text: input.on ? '[x] yes' : '[ ] no ', on: focused ? 'fieldFocus' : 'field' }]],
    cursor: focused ? { x: 1, y: 0 } : undefined,
  }),
  words: (_spec, value) => (value === true ? 'yes' : 'no'),
  keys: 'space toggles',
};
