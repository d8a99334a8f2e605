import type { Line } from '../../base/text.ts';
import { textField } from '../primitives/text-field.ts';
import type { Controller } from '../screen.ts';

/** The filter in force, for the footer; nothing where there is none. */
export function filterStatus(text: string): Line {
  if (text === '') return [];
  return [
    { text, tone: 'accent' },
    { text: ' (Esc: all)', tone: 'dim' },
  ];
}

/** Asks for the text that a list is filtered by and shows what it leaves while it is typed; Esc takes it back. */
export function askFilter(controller: Controller<{ readonly filter: string }>, label: string): void {
  const before = controller.slice().filter;
  controller.open({
    kind: 'prompt',
    label,
    field: textField(before),
    live: (filter) => controller.set({ filter }),
    submit: (filter) => controller.set({ filter: filter.trim() }),
    cancel: () => controller.set({ filter: before }),
  });
}
