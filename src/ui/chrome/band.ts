import { clockTime, percent } from '../../base/format.ts';
import { type Line, type Rect, type Span, type Tone, toned } from '../../base/text.ts';
import { fit, fitLine, lineWidth, textWidth } from '../../base/width.ts';
import { severityLook } from '../../views/formats/tones.ts';
import { type PathStage, signalPath } from '../../views/overview/signal-path.ts';
import { severityShown, worstProblem } from '../../views/problems/problems.ts';
import { problemTitle } from '../../views/problems/words.ts';
import { BLOCK_ROWS, blockLetters, fittingLetters } from '../primitives/block-letters.ts';
import { wrapText } from '../primitives/wrap.ts';
import type { Size } from '../program/layout.ts';
import type { Band } from '../shell.ts';
import type { Pane, View } from '../view.ts';

/** The band is for large windows only, such as a wall display: in smaller ones its rows are needed for data. */
const WALL = { columns: 160, rows: 50 };
/** The signal path in large digits needs less: it shows more than the rows that it takes. */
const WALL_OF_PATH = { columns: 100, rows: 36 };
const ROWS = BLOCK_ROWS + 2;

const isAtLeast = (size: Size, least: Size) => size.columns >= least.columns && size.rows >= least.rows;

export function bandRows(band: Band | undefined, size: Size): number {
  if (band?.path && isAtLeast(size, WALL_OF_PATH)) return ROWS + WALL_PATH_ROWS;
  return band && isAtLeast(size, WALL) ? ROWS : 0;
}

/**
 * What is wrong, or the name of the cluster, and the clock in large letters, for a wall display; and the signal path,
 * where the band shows it. A fault is larger than all else, because it is read from across the room.
 */
export function bandPane(band: Band, view: View, now: number, width: number): Pane {
  const { ascii } = view.display;
  const isWall = width >= WALL.columns;
  const time = blockLetters(clockTime(now), ascii, !isWall);
  const room = width - textWidth(time[0] ?? '') - 6;
  const worst = worstProblem(view.triage.problems);
  const words = worst ? problemTitle(worst) : view.state.name;
  const tone = worst ? severityLook[severityShown(worst)].tone : 'accent';
  const letters = fittingLetters(words, ascii, room);
  const lines = time.map((clock, index): Line => {
    // A name without such letters is in plain text, in the middle row.
    const plain = index === 2 ? words : '';
    const row = fit(letters?.[index] ?? plain, room);
    return fitLine(
      [{ text: '  ' }, { text: row, tone }, { text: '  ' }, { text: clock, tone: 'bold' }],
      width,
    );
  });
  const caption: Line = [
    { text: '  ' },
    { text: ` ${band.title} `, tone: 'demo' },
    { text: '  ' },
    { text: band.caption, tone: 'bold' },
  ];
  const rows = [...lines, fitLine(caption, width), fitLine([], width)];
  const all = band.path ? [...rows, ...wallPath(view, width)] : rows;
  return { id: 'kiosk.band', rect: { x: 0, y: 0, width, height: all.length }, lines: all };
}

const CARD_PADDING_COLUMNS = 4;

/** The name of the program and what it is, in the middle of the window. */
export function cardPane({ caption }: Band, size: Size, ascii: boolean): Pane {
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

/** Titles, digits, what is wrong, and a blank row. */
const WALL_PATH_ROWS = BLOCK_ROWS + 3;
/** The arrow between two stages, and a blank at each side. */
const ARROW = '━━▶';
const ARROW_COLUMNS = ARROW.length + 2;
const ARROW_ROW = 2;
const MARGIN = 2;

/** The signal path in large digits, for a wall display: the load of each stage, in the colour of what is wrong there. */
function wallPath(view: View, width: number): Line[] {
  const stages = signalPath(view);
  const cell = Math.floor((width - MARGIN) / stages.length);
  const room = cell - ARROW_COLUMNS;
  const { ascii } = view.display;
  const shown = stages.map((stage, index) => ({
    stage,
    tone: toneOf(stage),
    value: figureOf(stage),
    // The last stage has no arrow after it.
    room: index === stages.length - 1 ? cell : room,
  }));
  const isNarrow = shown.some((one) => (blockLetters(one.value, ascii)[0] ?? '').length > one.room);
  const digits = shown.map(({ value }) => blockLetters(value, ascii, isNarrow));
  const row = (of: (at: number) => Line): Line =>
    fitLine([{ text: ' '.repeat(MARGIN) }, ...shown.flatMap((_, at) => fitLine(of(at), cell))], width);
  const arrow = (at: number): Span => {
    const flow = shown[at]?.stage.flow;
    const isCut = flow?.isCut || shown[at + 1]?.stage.flow.isCut;
    return { text: at === shown.length - 1 ? '' : ` ${ARROW}`, tone: isCut ? 'crit' : (flow?.tone ?? 'dim') };
  };
  return [
    row((at) => toned(shown[at]?.stage.title ?? '', 'bold')),
    ...Array.from({ length: BLOCK_ROWS }, (_, index) =>
      row((at) => {
        const one: Span = { text: digits[at]?.[index] ?? '', tone: shown[at]?.tone ?? 'plain' };
        const left = fit(one.text, shown[at]?.room ?? 0);
        return index === ARROW_ROW ? [{ ...one, text: left }, arrow(at)] : [one];
      }),
    ),
    row((at) => noteIn(shown[at]?.stage, room)),
    [],
  ].map((line) => fitLine(line, width));
}

/** The share of the busiest server, or the number of streams or viewers. */
function figureOf({ servers, heat, main }: PathStage): string {
  if (servers) return heat === undefined ? '-' : percent(heat * 100);
  const line = main.toSorted((a, b) => lineWidth(a) - lineWidth(b))[0] ?? [];
  return line.map(({ text }) => text).join('');
}

/** What is wrong in a stage counts more than its load. */
function toneOf({ notes, heatTone, servers }: PathStage): Tone {
  const tones = (notes[0] ?? []).map(({ tone }) => tone);
  if (tones.some((tone) => tone === 'crit' || tone === 'badgeCrit')) return 'crit';
  if (tones.includes('warn')) return 'warn';
  return (servers && heatTone) || 'plain';
}

function noteIn(stage: PathStage | undefined, room: number): Line {
  const { notes = [] } = stage ?? {};
  return notes.find((line) => lineWidth(line) <= room) ?? fitLine(notes.at(-1) ?? [], room);
}
