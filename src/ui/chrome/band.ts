import { clockTime } from '../../base/format.ts';
import type { Line, Rect, Tone } from '../../base/text.ts';
import { fitLine, textWidth } from '../../base/width.ts';
import { BLOCK_ROWS, blockLetters } from '../primitives/block-letters.ts';
import { wrapText } from '../primitives/wrap.ts';
import type { Band } from '../store.ts';
import type { Pane } from '../view.ts';

/** The band is for large windows only, such as a wall display: in smaller ones its rows are needed for data. */
const WALL = { columns: 160, rows: 50 };
const ROWS = BLOCK_ROWS + 2;

/** Rows that the band takes at the top of the window. */
export function bandRows(
  band: Band | undefined,
  size: { readonly columns: number; readonly rows: number },
): number {
  return band && size.columns >= WALL.columns && size.rows >= WALL.rows ? ROWS : 0;
}

/** The name of the cluster, the clock and the state of the screen in large letters, for a wall display. */
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

const CARD_PADDING_COLUMNS = 4;

/** The name of the program and what it is, in the middle of the window. */
export function cardPane(
  { caption }: Band,
  size: { readonly columns: number; readonly rows: number },
  ascii: boolean,
): Pane {
  const letters = blockLetters('CASTWATCH', ascii);
  const widest = Math.max(textWidth(caption), ...letters.map(textWidth)) + 2 * CARD_PADDING_COLUMNS;
  const width = Math.min(size.columns, widest);
  const centred = (text: string, tone: Tone): Line => {
    const left = Math.max(0, Math.floor((width - textWidth(text)) / 2));
    const line = fitLine([{ text: ' '.repeat(left) }, { text, tone }], width);
    return line.map((span) => ({ ...span, on: 'dialog' }));
  };
  const name = textWidth(letters[0] ?? '') <= width ? letters : ['castwatch'];
  const lines = [
    centred('', 'plain'),
    ...name.map((row) => centred(row, 'accent')),
    centred('', 'plain'),
    ...wrapText(caption, width - 2).map((line) => centred(line.map(({ text }) => text).join(''), 'bold')),
    centred('', 'plain'),
  ];
  const rect: Rect = {
    x: Math.floor((size.columns - width) / 2),
    y: Math.max(0, Math.floor((size.rows - lines.length) / 2)),
    width,
    height: lines.length,
  };
  return { id: 'kiosk.card', rect, lines, layer: 1 };
}
