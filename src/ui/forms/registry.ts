import { choiceModule } from './choice-input.ts';
import type { FieldInput, FieldModule, FieldSpec, ToggleInput, ToggleSpec } from './field.ts';
import { gridModule } from './grid-input.ts';
import { linesModule } from './lines-input.ts';
import { numberModule } from './number-input.ts';
import { secretModule, textModule } from './text-input.ts';

/** Yes or no; space switches. */
const toggleModule: FieldModule<ToggleSpec, ToggleInput> = {
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

const modules = {
  text: textModule,
  secret: secretModule,
  number: numberModule,
  choice: choiceModule,
  toggle: toggleModule,
  grid: gridModule,
  file: textModule,
  lines: linesModule,
} as const satisfies Record<FieldSpec['kind'], unknown>;

/** The module of a field. The input must have been made by that same module. */
export function fieldModule(spec: FieldSpec): FieldModule<FieldSpec, FieldInput> {
  return modules[spec.kind] as unknown as FieldModule<FieldSpec, FieldInput>;
}

export function keysOf(spec: FieldSpec): string {
  const { keys } = fieldModule(spec);
  return typeof keys === 'function' ? keys(spec) : (keys ?? '');
}
