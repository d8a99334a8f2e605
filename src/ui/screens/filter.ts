import type { Line } from '../../base/text.ts';
import { textField } from '../primitives/text-field.ts';
import type { Controller, Screen } from '../screen.ts';

/** The filter in force, for the footer; nothing where there is none. */
export function filterStatus(text: string): Line {
  if (text === '') return [];
  return [
    { text, tone: 'accent' },
    { text: ' (Esc: all)', tone: 'dim' },
  ];
}

/** Asks for a filter and shows what it leaves while it is typed; Esc takes back what was typed. */
export function askFilter(controller: Controller<object>, { filter }: Screen<object>): void {
  if (!filter) return;
  const before = controller.slice();
  const { view, area } = controller;
  const set = (text: string) => controller.set(filter.write(text, view));
  controller.open({
    kind: 'prompt',
    label: area.width >= filter.hint.length + LEAST_FIELD ? `${filter.hint}:` : 'Filter:',
    field: textField(filter.read(before)),
    live: set,
    check: (text) => filter.check?.(text, view),
    submit: (text) => set(text.trim()),
    cancel: () => controller.set(before),
  });
}

/** Cells that typing needs beside what a filter understands. */
const LEAST_FIELD = 40;
