import { MINUTE_MS } from '../../base/durations.ts';
import { entriesBetween, type JournalItem } from '../../cluster/journal/log.ts';
import { newestEntry } from '../../cluster/journal/round.ts';
import { templateOf } from '../../cluster/journal/templates.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import { remembered } from '../remembered.ts';
import { classOfEntry } from './entry-class.ts';

/** A kind of failure that several objects write about. */
export interface RecentFailure {
  readonly template: string;
  /** The newest message. */
  readonly text: string;
  /** Entries of the last minutes, and their objects, the newest first. */
  readonly count: number;
  readonly objects: readonly string[];
  /** The first of them without a pause of minutes, Unix ms by our clock. */
  readonly since: number;
  /** New, or far more frequent than before. While it lasts, it becomes what was before. */
  readonly isMore: boolean;
}

/** The entries of this time are compared with those of the times of the same length before it, ms. */
const WINDOW_MS = 2 * MINUTE_MS;
/** So many of them must have been read: a kind that comes now and then is missing in some. */
const WINDOWS_BEFORE = 4;
/** Fewer entries or objects than these are the trouble of one publisher. */
const LEAST_ENTRIES = 6;
const LEAST_OBJECTS = 3;
/** Of a kind that came before, so many objects, and so many times those of any time before, are more. */
const LEAST_MORE = 6;
const MULTIPLIED = 4;
/** Most kinds that are reported. */
const MOST_KINDS = 5;

/** Asked at each step, and the journal changes less often. */
const failuresIn = remembered((_: readonly JournalItem[], state: ClusterState) => readFailures(state));

/** The kinds of failures that several objects wrote about in the last minutes, those with the most entries first. */
export const recentFailures = (state: ClusterState): readonly RecentFailure[] =>
  failuresIn(state.journal.items, state);

function readFailures({ journal, clockSkew = 0 }: ClusterState): readonly RecentFailure[] {
  const newest = newestEntry(journal.items)?.createDate;
  const oldest = journal.items.find((item) => item.kind === 'entry')?.entry.createDate;
  if (newest === undefined || oldest === undefined) return [];
  const from = newest - WINDOW_MS;
  if (from - oldest < WINDOWS_BEFORE * WINDOW_MS) return [];
  // The newest first.
  const failures = entriesBetween(journal, from, Number.POSITIVE_INFINITY)
    .flatMap(({ entry }) => (classOfEntry(entry) === 'failure' ? entry : []))
    .reverse();
  const kinds = [...Map.groupBy(failures, templateOf)]
    .map(([template, own]) => ({ template, own, objects: new Set(own.map((one) => one.objectName ?? '')) }))
    .filter(({ own, objects }) => own.length >= LEAST_ENTRIES && objects.size >= LEAST_OBJECTS);
  // Nearly always there are none, and nothing else is read.
  if (kinds.length === 0) return [];
  const entries = journal.items.flatMap((item) => (item.kind === 'entry' ? item.entry : []));
  return kinds
    .map(({ template, own, objects }): RecentFailure => {
      const text = own[0]?.message ?? '';
      const usual = mostObjectsBefore(entries, template, from);
      const isMore = usual === 0 || objects.size >= Math.max(LEAST_MORE, MULTIPLIED * usual);
      const since = beginningOf(entries, template, newest) - clockSkew;
      return { template, text, count: own.length, objects: [...objects], since, isMore };
    })
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_KINDS);
}

/** The most objects that wrote of a kind in one of the times before `from`, Unix ms. */
function mostObjectsBefore(entries: readonly JournalEntry[], template: string, from: number): number {
  const objects = Array.from({ length: WINDOWS_BEFORE }, () => new Set<string>());
  for (const entry of entries) {
    const window = Math.floor((from - entry.createDate) / WINDOW_MS);
    if (entry.createDate < from && templateOf(entry) === template)
      objects[window]?.add(entry.objectName ?? '');
  }
  return Math.max(...objects.map(({ size }) => size));
}

/** The first entry of a kind before which there was none for as long as is counted. */
function beginningOf(entries: readonly JournalEntry[], template: string, newest: number): number {
  let first = newest;
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index];
    if (!entry || entry.createDate < first - WINDOW_MS) break;
    if (templateOf(entry) === template) first = entry.createDate;
  }
  return first;
}
