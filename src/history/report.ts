import type { ClusterEvent } from '../cluster/state.ts';
import type { Gap } from './gap-store.ts';
import type { StoredEntry } from './journal-store.ts';
import type { StoredProblem } from './problem-store.ts';
import type { HistoryReader } from './reader.ts';
import type { Point } from './series.ts';

/** Journal lines of a report at most: what matters most goes in first. */
const MAX_ENTRIES = 60;

/** Figures that a report draws, of the whole cluster. */
export const reportFigures = ['viewers', 'streams', 'in', 'out'] as const;
export type ReportFigure = (typeof reportFigures)[number];

/** What happened in a stretch of time, out of the history. Times are Unix ms. */
export interface Report {
  readonly cluster: string;
  readonly from: number;
  readonly to: number;
  readonly problems: readonly StoredProblem[];
  readonly events: readonly ClusterEvent[];
  readonly journal: readonly StoredEntry[];
  /** Entries of the time that are not among these. */
  readonly journalHeldBack: number;
  readonly figures: Readonly<Record<ReportFigure, readonly Point[]>>;
  readonly gaps: readonly Gap[];
  /** What could not be found out, in words. */
  readonly missing: readonly string[];
}

export function reportOf(reader: HistoryReader, cluster: string, from: number, to: number): Report {
  const problems = reader.problems(from, to);
  const entries = reader.journal(from, to);
  const journal = mostTelling(entries, problems);
  const figures = Object.fromEntries(
    reportFigures.map((figure) => [figure, reader.series.read('total', 'cluster', figure, from, to).points]),
  ) as Report['figures'];
  const gaps = reader.gaps(from, to);
  return {
    cluster,
    from,
    to,
    problems,
    events: reader.events(from, to),
    journal,
    journalHeldBack: entries.length - journal.length,
    figures,
    gaps,
    missing: missingOf(reader, figures, from, to),
  };
}

/**
 * Entries that say most: rare messages first, numbers and names put aside, and those around the beginning of a
 * problem; in the order of their time.
 */
function mostTelling(
  entries: readonly StoredEntry[],
  problems: readonly StoredProblem[],
): readonly StoredEntry[] {
  const templates = new Map<string, number>();
  const templateOf = ({ message }: StoredEntry) => message.replace(/\d+/g, '#');
  for (const entry of entries) templates.set(templateOf(entry), (templates.get(templateOf(entry)) ?? 0) + 1);
  const beginnings = problems.map(({ since }) => since);
  const NEAR_MS = 60_000;
  const weight = (entry: StoredEntry) => {
    const rarity = 1 / (templates.get(templateOf(entry)) ?? 1);
    const near = beginnings.some((since) => Math.abs(entry.at - since) <= NEAR_MS);
    return near ? rarity * 4 : rarity;
  };
  return entries
    .map((entry) => ({ entry, weight: weight(entry) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_ENTRIES)
    .map(({ entry }) => entry)
    .sort((a, b) => a.at - b.at);
}

function missingOf(
  reader: HistoryReader,
  figures: Report['figures'],
  from: number,
  to: number,
): readonly string[] {
  const missing: string[] = [];
  const range = reader.range();
  if (!range || range.from > from) missing.push('the beginning: the history starts later');
  if (!range || range.to < to - 60_000) missing.push('the end: nothing was watched any more');
  for (const figure of reportFigures) if (figures[figure].length === 0) missing.push(`figures of ${figure}`);
  return missing;
}
