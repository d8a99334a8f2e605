import type { Line } from '../../base/text.ts';

/** The filter in force, for the footer; nothing where there is none. */
export function filterStatus(text: string): Line {
  if (text === '') return [];
  return [
    { text, tone: 'accent' },
    { text: ' (Esc: all)', tone: 'dim' },
  ];
}
