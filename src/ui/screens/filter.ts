import type { Line } from '../../base/text.ts';

/** The filter in force, for the footer; nothing where there is none. One that the way here brought leaves with it. */
export function filterStatus(text: string, isBrought: boolean): Line {
  if (text === '') return [];
  return [
    { text, tone: 'accent' },
    { text: isBrought ? ' (Esc: back)' : ' (Esc: all)', tone: 'dim' },
  ];
}
