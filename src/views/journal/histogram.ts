import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import { firstIndex } from '../../base/first-index.ts';
import { clockTime, count, dateTime } from '../../base/format.ts';
import type { Line, Span } from '../../base/text.ts';
import { sum } from '../../base/theil-sen.ts';
import type { JournalState } from '../../cluster/journal/log.ts';
import type { SeverityPattern } from '../../cluster/journal/words.ts';
import { type JournalFilter, withoutRoutine } from './filter.ts';
import { itemTime } from './list.ts';
import { filterTest } from './match.ts';
import { type EntryTest, journalIndex, lowerBound, type Positions } from './search-index.ts';

/** Possible lengths of a histogram: the shortest one that includes the oldest line is used. */
const SPANS = [15 * MINUTE_MS, 30 * MINUTE_MS, ...[1, 2, 6, 12, 24, 48, 168].map((hours) => hours * HOUR_MS)];

export type JournalHistogram = Readonly<ReturnType<typeof journalHistogram>>;

interface HistogramInput {
  readonly filter: JournalFilter;
  /** Routine lines are folded: they are counted, but do not add to the height of a cell. */
  readonly folds: boolean;
  readonly patterns: readonly SeverityPattern[] | undefined;
  /** Its right end; undefined: the present. */
  readonly until: number | undefined;
  readonly now: number;
  /** Number of cells. */
  readonly width: number;
}

/** The number of filtered lines over time. Times are Unix ms by the server's clock. */
export function journalHistogram(journal: JournalState, input: HistogramInput) {
  const { width } = input;
  const end = input.until ?? input.now;
  const oldest = journal.items.length > 0 ? itemTime(journal.items[0]) : end;
  // In whole cells, so that the picture moves by one cell at a time.
  const startOf = (cellMs: number) => (Math.ceil(end / cellMs) - width) * cellMs;
  const sizes = SPANS.map((span) => Math.ceil(span / width));
  const cellMs =
    sizes.find((size) => startOf(size) <= oldest) ?? Math.ceil((end - oldest) / Math.max(1, width - 1));
  const from = startOf(cellMs);
  const [first, behind] = timesOf(journal, input);
  const edges = Array.from({ length: width + 1 }, (_, cell) =>
    Math.min(behind, Math.max(first, positionAt(journal, from + cell * cellMs))),
  );
  const unread = gapsIn(journal).map((gap) => gap.map((at) => Math.floor((at - from) / cellMs)));
  const isInGap = (cell: number) => unread.some(([start = 0, last = 0]) => cell >= start && cell <= last);
  const perCell = (positions: Positions) => {
    const places = edges.map((edge) => lowerBound(positions, edge));
    return places.slice(1).map((place, cell) => place - (places[cell] ?? 0));
  };
  const entries = perCell(positionsOf(journal, input, []));
  const atLeastWarning = perCell(positionsOf(journal, input, [{ negated: false, is: 'warning' }]));
  const critical = perCell(positionsOf(journal, input, [{ negated: false, is: 'critical' }]));
  const notRoutine = perCell(positionsOf(journal, input, withoutRoutine));
  const criticals = sum(critical);
  return {
    from,
    isLive: input.until === undefined,
    cellMs,
    cells: (input.folds ? notRoutine : entries).map((lines, cell) => ({
      /** Number of lines in this part, without folded ones. */
      count: lines,
      worst: worstOf(critical[cell], atLeastWarning[cell]),
      /** False before the oldest line that was read, because the number is not known there. */
      isKnown: from + (cell + 1) * cellMs > oldest && !(lines === 0 && isInGap(cell)),
    })),
    warnings: sum(atLeastWarning) - criticals,
    criticals,
    routine: sum(entries) - sum(notRoutine),
    folds: input.folds,
  };
}

function timesOf(journal: JournalState, { filter, now }: HistogramInput): readonly [number, number] {
  const whole = [journal.dropped, journal.dropped + journal.items.length] as const;
  if (filter.highlightOnly) return whole;
  const { since = Number.NEGATIVE_INFINITY, until, last } = filter;
  const from = Math.max(since, last === undefined ? since : now - last);
  return [positionAt(journal, from), until === undefined ? whole[1] : positionAt(journal, until + 1)];
}

/** Stretches of time of which entries were not read: [from, to], Unix ms. */
function gapsIn({ items }: JournalState): readonly (readonly [number, number])[] {
  return items.flatMap((item, index) => {
    if (item.kind !== 'gap') return [];
    const [before, after] = [items[index - 1] ?? item, items[index + 1] ?? item];
    return [[itemTime(before), itemTime(after)] as const];
  });
}

/** The index of the cell of a moment; below 0 or beyond the last one if it is outside. */
export function cellAt({ from, cellMs }: JournalHistogram, at: number): number {
  return Math.floor((at - from) / cellMs);
}

const all: EntryTest = { key: 'all', test: (entries) => entries.map(() => true), keepLines: false };

/** Positions of the entries that match the filter and the qualities. Gaps and restarts are not entries. */
function positionsOf(
  journal: JournalState,
  { filter, patterns }: HistogramInput,
  qualities: JournalFilter['qualities'],
): Positions {
  // A filter that only highlights hides nothing.
  const terms = filter.highlightOnly ? [] : filter.terms;
  const own = filter.highlightOnly ? [] : filter.qualities;
  const narrowed = { ...filter, highlightOnly: false, terms, qualities: [...own, ...qualities] };
  const test = filterTest(narrowed, { templates: journal.templates, patterns }) ?? all;
  return journalIndex(journal, { ...test, key: `histogram ${test.key}`, keepLines: false });
}

function positionAt({ items, dropped }: JournalState, at: number): number {
  return dropped + firstIndex(items.length, (index) => itemTime(items[index]) >= at);
}

function worstOf(critical = 0, atLeastWarning = 0): 'critical' | 'warning' | undefined {
  if (critical > 0) return 'critical';
  return atLeastWarning > 0 ? 'warning' : undefined;
}

const LEVELS = ['▂', '▃', '▄', '▅', '▆', '▇'] as const;
const tones = { critical: 'crit', warning: 'warn' } as const;

/**
 * One cell per part, from zero to the largest number, coloured by the worst line in it; dotted if nothing was read.
 */
export function histogramCells(histogram: JournalHistogram, cursor = -1): Line {
  const { cells } = histogram;
  const most = Math.max(1, ...cells.map((cell) => cell.count));
  return cells.map((cell, index): Span => {
    const on = index === cursor ? ({ on: 'select' } as const) : {};
    if (!cell.isKnown) return { text: '┄', tone: 'faint', ...on };
    if (cell.count === 0) return { text: '▁', tone: 'faint', ...on };
    const level = LEVELS[Math.ceil((cell.count / most) * LEVELS.length) - 1] ?? LEVELS[0];
    return { text: level, tone: cell.worst ? tones[cell.worst] : 'dim', ...on };
  });
}

/** The number of lines of each kind: `✖ 2  ▲ 23  routine 1.2k folded`. */
export function histogramWords({ warnings, criticals, routine, folds }: JournalHistogram): Line {
  const spans: Span[] = [];
  if (criticals > 0) spans.push({ text: `  ✖ ${count(criticals)}`, tone: 'crit' });
  if (warnings > 0) spans.push({ text: `  ▲ ${count(warnings)}`, tone: 'warn' });
  if (routine > 0) spans.push({ text: `  routine ${count(routine)}${folds ? ' folded' : ''}`, tone: 'dim' });
  return spans;
}

/** The times at both ends, with the day if it covers much of one; the right end may be "now". */
export function histogramEnds({ from, isLive, cellMs, cells }: JournalHistogram): readonly [string, string] {
  const span = cells.length * cellMs;
  const moment = (at: number) =>
    span > 12 * HOUR_MS ? dateTime(at).slice(5, 16) : clockTime(at).slice(0, 5);
  return [moment(from), isLive ? 'now' : moment(from + span)];
}
