import { choiceModule } from './choice-input.ts';
import type { FieldInput, FieldModule, FieldSpec } from './field.ts';
import { gridModule } from './grid-input.ts';
import { linesModule } from './lines-input.ts';
import { numberModule } from './number-input.ts';
import { secretModule, textModule } from './text-input.ts';
import { toggleModule } from './toggle-input.ts';

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
