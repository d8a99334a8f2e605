import { percent } from '../../base/format.ts';
import type { Line, Span, Tone } from '../../base/text.ts';
import { fit, fitLine, lineWidth } from '../../base/width.ts';
import { type PathStage, signalPath } from '../../views/overview/signal-path.ts';
import { BLOCK_ROWS, blockLetters } from '../primitives/block-letters.ts';
import type { View } from '../view.ts';

/** Titles, digits, what is wrong, and a blank row. */
export const WALL_PATH_ROWS = BLOCK_ROWS + 3;
/** The arrow between two stages, and a blank at each side. */
const ARROW = '━━▶';
const ARROW_COLUMNS = ARROW.length + 2;
const ARROW_ROW = 2;
const MARGIN = 2;

/** The signal path in large digits, for a wall display: the load of each stage, in the colour of what is wrong there. */
export function wallPath(view: View, width: number): Line[] {
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
    row((at) => [{ text: shown[at]?.stage.title ?? '', tone: 'bold' }]),
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
