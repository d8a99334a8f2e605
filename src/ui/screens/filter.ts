import type { Line } from '../../base/text.ts';

/**
 * The filter in force, for the footer; empty if there is none. `isBrought`: a step from another screen set the
 * filter, so Esc goes back to that screen.
 */
export function filterStatus(text: string, isBrought: boolean): Line {
  if (text === '') return [];
  return [
    { text, tone: 'accent' },
    { text: isBrought ? ' (Esc: back)' : ' (Esc: all)', tone: 'dim' },
  ];
}
