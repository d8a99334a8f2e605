import { MINUTE_MS } from '../../base/durations.ts';
import { type EntryItem, entriesBetween, type JournalItem } from '../../cluster/journal/log.ts';
import { templateOf } from '../../cluster/journal/templates.ts';
import type { SeverityPattern } from '../../cluster/journal/words.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import type { Problem } from '../problem.ts';
import { remembered } from '../remembered.ts';
import {
  type Culprit,
  culpritOf,
  namesOfCluster,
  type OtherNames,
  type Relation,
  relationOf,
  streamKeyOf,
} from './culprit.ts';
import { classOfEntry, type EntryClass } from './entry-class.ts';
import { type VersionChange, versionChanges } from './version-changes.ts';

/** An entry that may be the cause of a problem: it is older, not routine, and about the same object. */
export interface JournalCause {
  readonly item: EntryItem;
  readonly relation: Relation;
  /** Number of entries with the same message, their objects, and the time of the last one (Unix ms by the server's clock). */
  readonly times: number;
  readonly objects: number;
  readonly until: number;
  /** Set if several objects report another version than before. */
  readonly version?: Pick<VersionChange, 'of' | 'before' | 'after'> | undefined;
}

/** Longest time between a cause and its visible effect, ms. */
const BEFORE_MS = 3 * MINUTE_MS;
/** A change-point is known only to this precision, so an entry about the culprit itself may be this much later, ms. */
const AFTER_MS = 10_000;
/** Any other entry may be later only by the inaccuracy of clocks and polls, ms. */
const AFTER_OTHER_MS = 2_000;
/**
 * A message that occurred this often before, over at least this time (ms), and not more often now, is routine. It
 * counts as before until so long before the change-point, ms.
 */
const ROUTINE_TIMES = 3;
const ROUTINE_SPAN_MS = 45_000;
const ROUTINE_UNTIL_MS = 20_000;
const MULTIPLIED = 3;
/** The same message about this many streams is not about a single stream. */
const SEVERAL_STREAMS = 3;

const RELATED: Readonly<Record<Relation, number>> = { object: 3, dimension: 2, path: 2, whole: 1 };

type Caused = Pick<Problem, 'subject' | 'names' | 'folded' | 'hit' | 'since' | 'evidence'>;

/** Results for the newest log, because screens ask again with each key press. */
const causesIn = remembered((_: readonly JournalItem[]) => remembered(madeCauses));

/**
 * Journal entries from before a problem that may have caused it, best first. Empty if no entry is earlier than its
 * start, unusual, and about the same object, its path or its dimension.
 */
export function causesOf(problem: Caused, state: ClusterState, patterns?: readonly SeverityPattern[]) {
  return causesIn(state.journal.items)(problem, state, patterns);
}

function madeCauses(
  problem: Caused,
  state: ClusterState,
  patterns: readonly SeverityPattern[] | undefined,
): readonly JournalCause[] {
  const { since, evidence } = problem;
  const skew = state.clockSkew ?? 0;
  const from = (since.known === 'between' ? since.from : since.at) + skew - BEFORE_MS;
  const to = since.at + skew + AFTER_MS;
  // The entries kept with a cleared problem may no longer be in the log.
  const items = evidence ? evidence.entries.map(({ item }) => item) : entriesBetween(state.journal, from, to);
  if (items.length === 0) return [];
  const culprit = culpritOf(problem, state);
  const others = namesOfCluster(state);
  const before = timesBefore(state, from, others);
  const around = to - AFTER_MS;
  const found: JournalCause[] = [];
  const then = items.filter(({ entry }) => entry.createDate >= from && entry.createDate <= to);
  for (const [template, own] of Map.groupBy(then, ({ entry }) => templateOf(entry))) {
    const [item] = own;
    const relation = item && relatedBy(item.entry, culprit, others, around + AFTER_OTHER_MS);
    if (!relation) continue;
    const objects = new Set(own.map(({ entry }) => entry.objectName ?? '')).size;
    if (!isWorth(classOfEntry(item.entry, patterns), item.entry, objects, culprit)) continue;
    const times = own.map(({ entry }) => entry.createDate);
    const elsewhere = before.get(kindOf(item.entry, others)) ?? [];
    const earlier = before.get(template) ?? (elsewhere.length >= ROUTINE_TIMES ? elsewhere : []);
    // A message that has been there before, or often of other objects, says nothing new, unless it comes far more often.
    if (earlier.length > 0 && !hasMultiplied(times, earlier, from)) continue;
    if (isRoutine(times, around - ROUTINE_UNTIL_MS)) continue;
    found.push({ item, relation, times: times.length, objects, until: times.at(-1) ?? from });
  }
  const order = (a: JournalCause, b: JournalCause) =>
    RELATED[b.relation] - RELATED[a.relation] ||
    Math.abs(a.item.entry.createDate - around) - Math.abs(b.item.entry.createDate - around);
  return [...rollOuts(state, culprit, from, to), ...found.toSorted(order)];
}

/** The template of an entry in which the cluster's names are variable, too. */
const kindOf = remembered((entry: JournalEntry, { isName }: OtherNames) =>
  templateOf(entry).replace(/[^\s:;,()]+/g, (word) => (isName(word) ? '<name>' : word)),
);

/** When each template and each kind of message occurred in the time before, Unix ms, oldest first. */
function timesBefore({ journal: { items } }: ClusterState, from: number, names: OtherNames) {
  const times = new Map<string, number[]>();
  const add = (text: string, at: number) => {
    const known = times.get(text);
    if (known) known.push(at);
    else times.set(text, [at]);
  };
  for (const item of items) {
    if (item.kind !== 'entry') continue;
    const { createDate } = item.entry;
    if (createDate >= from) break;
    const template = templateOf(item.entry);
    const kind = kindOf(item.entry, names);
    add(template, createDate);
    if (kind !== template) add(kind, createDate);
  }
  return times;
}

/** How a kind of message, of which this is the first, is related to the culprit, if it came early enough. */
function relatedBy(entry: JournalEntry, culprit: Culprit, others: OtherNames, latest: number) {
  const relation = relationOf(entry, culprit, others);
  if (relation === 'whole' && culprit.isWhole) return entry.createDate <= latest ? 'object' : undefined;
  return relation === 'object' || entry.createDate <= latest ? relation : undefined;
}

/** Whether so many `objects` report something that can have an effect. */
function isWorth(word: EntryClass, { objectName }: JournalEntry, objects: number, culprit: Culprit): boolean {
  if (word === 'state' || word === 'plain') return false;
  const key = streamKeyOf(objectName);
  return key === undefined || culprit.objects.has(key) || objects >= SEVERAL_STREAMS;
}

/** Whether there are several times as many as in as long a time before `from` (Unix ms). */
function hasMultiplied(times: readonly number[], earlier: readonly number[], from: number): boolean {
  const span = Math.max(BEFORE_MS, from - (earlier[0] ?? from));
  return times.length >= MULTIPLIED * Math.max(1, (earlier.length * BEFORE_MS) / span);
}

/**
 * Whether a message came steadily before `until` (Unix ms), and not more often since. Its rate counts from its own first
 * entry, because the journal may reach back further than what writes it.
 */
function isRoutine(times: readonly number[], until: number): boolean {
  const [first = until] = times;
  const before = times.filter((at) => at < until);
  const span = (before.at(-1) ?? first) - first;
  if (before.length < ROUTINE_TIMES || span < ROUTINE_SPAN_MS) return false;
  const lasted = Math.max(0, (times.at(-1) ?? until) - until);
  const expected = ((before.length - 1) * lasted) / span;
  return times.length - before.length < MULTIPLIED * Math.max(1, expected);
}

/** Versions that changed on several objects of the culprit, up to now: a roll-out continues after its first damage. */
function rollOuts(state: ClusterState, culprit: Culprit, from: number, to: number): readonly JournalCause[] {
  const items = entriesBetween(state.journal, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  return versionChanges(items).flatMap(({ item, objects, until, of, before, after }): JournalCause[] => {
    const { createDate } = item.entry;
    const own = objects.filter((name) => {
      const key = streamKeyOf(name);
      return key !== undefined && culprit.hasStream(key);
    });
    if (createDate < from || createDate > to || own.length < SEVERAL_STREAMS) return [];
    const { length } = own;
    const version = { of, before, after };
    return [{ item, relation: 'dimension', times: length, objects: length, until, version }];
  });
}
