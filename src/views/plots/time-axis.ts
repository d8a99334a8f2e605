import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../base/durations.ts';
import { clockTime, dateTime } from '../../base/format.ts';
import type { Line, Span, Tone } from '../../base/text.ts';
import { textWidth } from '../../base/width.ts';
import type { Severity } from '../../triage/problem.ts';
import { severityRank } from '../../triage/rank.ts';
import { severityLook } from '../formats/tones.ts';
import { addCell, lineOf, type Run } from './area-chart.ts';

/** Possible distances of two ticks, ms. */
const STEPS_MS = [
  ...[10, 20, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 20, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 4, 7].map((days) => days * DAY_MS),
];
/** Least distance of two ticks, in cells. */
const APART_COLUMNS = 12;
/** If more columns than this share have marks, times replace marks. */
const CROWDED_SHARE = 0.3;

export interface TimeMark {
  /** Unix ms. */
  readonly at: number;
  readonly severity: Severity;
}

export interface TimeAxisOptions {
  /** Unix ms of the left and the right end. */
  readonly from: number;
  readonly to: number;
  /** The right end is the present. */
  readonly live: boolean;
  readonly columns: number;
  /** Starts of problems. */
  readonly marks: readonly TimeMark[];
}

/** One row: times at round moments, a sign at the start of each problem, and the time of the right end. */
export function timeAxis({ from, to, live, columns, marks }: TimeAxisOptions): Line {
  const span = Math.max(1, to - from);
  const columnOf = (at: number) => Math.floor(((at - from) / span) * columns);
  const cells = Array.from({ length: columns }, (): Span => ({ text: '─', tone: 'faint' }));
  const write = (at: number, text: string, tone: Tone) => {
    [...text].forEach((letter, index) => {
      if (cells[at + index]) cells[at + index] = { text: letter, tone };
    });
  };
  const end = live ? 'now' : clockTime(to);
  // Over weeks many marks share a column: the worst is written last.
  const shown = marks
    .filter(({ at, severity }) => at >= from && at <= to && severity !== 'info')
    .sort((a, b) => severityRank[a.severity] - severityRank[b.severity]);
  // The right end shows the time, so marks stop before it: beside it, the ASCII sign of a mark would read as a letter.
  const last = Math.max(0, columns - textWidth(end) - 2);
  const taken = shown.map(({ at }) => Math.min(last, columnOf(at)));
  const step =
    STEPS_MS.find((each) => (each / span) * columns >= APART_COLUMNS) ?? STEPS_MS.at(-1) ?? HOUR_MS;
  const first = firstTick(from, step);
  // If marks are everywhere, no time would be readable: then times come first.
  const isCrowded = new Set(taken).size > columns * CROWDED_SHARE;
  // A sign that touches a time reads as a part of it, the more so in ASCII.
  const isFree = (x: number, length: number) =>
    x >= 0 &&
    (isCrowded || !taken.some((mark) => mark >= x - 1 && mark <= x + length)) &&
    cells.slice(Math.max(0, x - 3), x + length).every(({ text }) => isCrowded || !/\d/.test(text));
  const writeMarks = () =>
    shown.forEach(({ severity }, index) => {
      const { sign, tone } = severityLook[severity];
      write(taken[index] ?? 0, sign, tone);
    });
  if (isCrowded) writeMarks();
  // A chart too narrow for a round moment shows at least its start, after a mark that is there.
  if (first >= to) {
    const label = clockTime(from);
    const places = Array.from({ length: Math.max(0, last - textWidth(label)) }, (_, x) => x);
    const x = places.find((place) => isFree(place, textWidth(label)));
    if (x !== undefined) write(x, label, 'dim');
  }
  for (let at = first; at < to; at += step) {
    const label = labelOf(at, step);
    const length = textWidth(label);
    const x = columnOf(at);
    if (x + 1 + length + textWidth(end) + 2 > columns) break;
    // Behind its tick, else before it; one cell further if a mark stands on the tick.
    const place = [x + 1, x + 2, x - length, x - length - 1].find((each) => isFree(each, length));
    write(x, '┴', 'faint');
    // A mark is more important than the time beside it.
    if (place !== undefined) write(place, label, 'dim');
    if (isCrowded) write(x + 1 + length, '─', 'faint');
  }
  write(columns - textWidth(end), end, 'dim');
  if (!isCrowded) writeMarks();
  const runs: Run[] = [];
  for (const { text, tone = 'faint' } of cells) addCell(runs, text, tone);
  return lineOf(runs);
}

/** Rounds in local time: a day begins at local midnight, not at that of UTC. */
function firstTick(from: number, step: number): number {
  const offset = new Date(from).getTimezoneOffset() * MINUTE_MS;
  return Math.ceil((from - offset) / step) * step + offset;
}

function labelOf(at: number, step: number): string {
  if (step < MINUTE_MS) return clockTime(at);
  return step < DAY_MS ? clockTime(at).slice(0, 5) : dateTime(at).slice(5, 10);
}
