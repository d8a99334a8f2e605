import { clockTime } from '../base/format.ts';
import type { Line } from '../base/text.ts';
import { fitLine, textWidth } from '../base/width.ts';
import { BLOCK_ROWS, blockLetters } from './primitives/block-letters.ts';
import type { Band } from './store.ts';
import type { Pane } from './view.ts';

/** Windows on a wall; below this the rows are worth more than letters. */
const WALL = { columns: 160, rows: 50 };
const ROWS = BLOCK_ROWS + 2;

/** Rows that the band takes at the top of the window. */
export function bandRows(
  band: Band | undefined,
  size: { readonly columns: number; readonly rows: number },
): number {
  return band && size.columns >= WALL.columns && size.rows >= WALL.rows ? ROWS : 0;
}

/** Name, clock and what is shown now, large enough for a wall. */
export function bandPane(band: Band, now: number, width: number, ascii: boolean): Pane {
  const name = blockLetters('CASTWATCH', ascii);
  const time = blockLetters(clockTime(now), ascii);
  const lines = name.map((row, index): Line => {
    const clock = time[index] ?? '';
    const gap = Math.max(1, width - textWidth(row) - textWidth(clock) - 4);
    return fitLine(
      [
        { text: '  ' },
        { text: row, tone: 'accent' },
        { text: ' '.repeat(gap) },
        { text: clock, tone: 'bold' },
      ],
      width,
    );
  });
  const caption: Line = [
    { text: '  ' },
    { text: ` ${band.title} `, tone: 'demo' },
    { text: '  ' },
    { text: band.caption, tone: 'bold' },
  ];
  return {
    id: 'kiosk.band',
    rect: { x: 0, y: 0, width, height: ROWS },
    lines: [...lines, fitLine(caption, width), fitLine([], width)],
  };
}
