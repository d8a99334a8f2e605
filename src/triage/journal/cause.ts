import { MINUTE_MS } from '../../base/durations.ts';
import type { JournalItem } from '../../cluster/journal/log.ts';
import { templateOf } from '../../cluster/journal/templates.ts';
import type { SeverityPattern } from '../../cluster/journal/words.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { Problem } from '../problem.ts';
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

type EntryItem = Extract<JournalItem, { kind: 'entry' }>;

/** An entry that may be the cause of a problem: it is older, not routine, and about the same object. */
export interface JournalCause {
  readonly item: EntryItem;
  readonly relation: Relation;
  /**
   * Number of entries with the same message, their objects, and the time of the last one (Unix ms by the server's
   * clock).
   */
  readonly times: number;
  readonly objects: number;
  readonly until: number;
  /** Set if several objects report another version than before. */
  readonly version?: Pick<VersionChange, 'of' | 'before' | 'after'> | undefined;
}

/** Longest time between a cause and its visible effect, ms. */
const BEFORE_MS = 3 * MINUTE_MS;
/**
 * A change-point is known only to this precision, so an entry about the culprit itself may be this much later, ms.
 */
const AFTER_MS = 10_000;
/** Any other entry may be later only by the inaccuracy of clocks and polls, ms. */
const AFTER_OTHER_MS = 2_000;
/** A message that occurred this often before, and not more often now, is routine. */
const ROUTINE_TIMES = 3;
const MULTIPLIED = 3;
/** The same message about this many streams is not about a single stream. */
const SEVERAL_STREAMS = 3;

const RELATED: Readonly<Record<Relation, number>> = { object: 3, dimension: 2, path: 2, whole: 1 };

/** Messages of one kind in the examined time. */
interface Kind {
  first: EntryItem;
  until: number;
  times: number;
  readonly objects: Set<string>;
}

type Caused = Pick<Problem, 'subject' | 'names' | 'folded' | 'hit' | 'since' | 'evidence'>;

/** Results for the newest log, because screens ask again with each key press. */
const knownCauses = new WeakMap<readonly JournalItem[], WeakMap<Caused, readonly JournalCause[]>>();

/**
 * Journal entries from before a problem that may have caused it, best first. Empty if no entry is earlier than its
 * start, unusual, and about the same object, its path or its dimension.
 */
export function causesOf(
  problem: Caused,
  state: ClusterState,
  patterns?: readonly SeverityPattern[],
): readonly JournalCause[] {
  const { items } = state.journal;
  const ofLog = knownCauses.get(items) ?? new WeakMap<Caused, readonly JournalCause[]>();
  knownCauses.set(items, ofLog);
  const causes = ofLog.get(problem) ?? madeCauses(problem, state, patterns);
  ofLog.set(problem, causes);
  return causes;
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
  const items = evidence ? evidence.entries.map(({ item }) => item) : entriesBetween(state, from, to);
  if (items.length === 0) return [];
  const culprit = culpritOf(problem, state);
  const others = namesOfCluster(state);
  const span = to - from;
  const before = countedBefore(state, from);
  const found: JournalCause[] = [];
  for (const [template, kind] of kindsOf(items, from, to)) {
    const relation = relatedBy(kind, culprit, others, to - AFTER_MS + AFTER_OTHER_MS);
    if (!relation) continue;
    const word = classOfEntry(kind.first.entry, patterns);
    if (!isWorth(word, relation, kind, culprit)) continue;
    if (isRoutine(kind.times, before.times.get(template) ?? 0, span / before.span, word)) continue;
    found.push({
      item: kind.first,
      relation,
      times: kind.times,
      objects: kind.objects.size,
      until: kind.until,
    });
  }
  const around = to - AFTER_MS;
  const order = (a: JournalCause, b: JournalCause) =>
    RELATED[b.relation] - RELATED[a.relation] ||
    Math.abs(a.item.entry.createDate - around) - Math.abs(b.item.entry.createDate - around);
  return [...rollOuts(state, { from, to, culprit }), ...found.toSorted(order)];
}

function entriesBetween(
  { journal: { items } }: ClusterState,
  from: number,
  to: number,
): readonly EntryItem[] {
  const found: EntryItem[] = [];
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    if (item?.kind !== 'entry' || item.entry.createDate > to) continue;
    if (item.entry.createDate < from) break;
    found.push(item);
  }
  return found.reverse();
}

/** How often each kind of message occurred in the time before, and how long that time is, ms. */
function countedBefore({ journal: { items } }: ClusterState, from: number) {
  const times = new Map<string, number>();
  let oldest = from;
  for (const item of items) {
    if (item.kind !== 'entry') continue;
    if (item.entry.createDate >= from) break;
    oldest = Math.min(oldest, item.entry.createDate);
    const template = templateOf(item.entry);
    times.set(template, (times.get(template) ?? 0) + 1);
  }
  return { times, span: Math.max(1, from - oldest) };
}

function kindsOf(items: readonly EntryItem[], from: number, to: number): ReadonlyMap<string, Kind> {
  const kinds = new Map<string, Kind>();
  for (const item of items) {
    const { entry } = item;
    if (entry.createDate < from || entry.createDate > to) continue;
    const template = templateOf(entry);
    const known = kinds.get(template);
    if (!known) {
      const objects = new Set([entry.objectName ?? '']);
      kinds.set(template, { first: item, until: entry.createDate, times: 1, objects });
      continue;
    }
    known.times++;
    known.until = entry.createDate;
    known.objects.add(entry.objectName ?? '');
  }
  return kinds;
}

/** How a kind of message is related to the culprit, if it came early enough. */
function relatedBy(
  { first }: Kind,
  culprit: Culprit,
  others: OtherNames,
  latest: number,
): Relation | undefined {
  const relation = relationOf(first.entry, culprit, others);
  if (relation === 'whole' && culprit.isWhole) return first.entry.createDate <= latest ? 'object' : undefined;
  return relation === 'object' || first.entry.createDate <= latest ? relation : undefined;
}

/** Whether the message reports something that can have an effect. */
function isWorth(word: EntryClass, relation: Relation, kind: Kind, culprit: Culprit): boolean {
  if (word === 'state') return false;
  const key = streamKeyOf(kind.first.entry.objectName);
  if (key !== undefined && !culprit.objects.has(key) && kind.objects.size < SEVERAL_STREAMS) return false;
  if (word === 'plain') return relation === 'object' && key === undefined;
  return true;
}

/** `share`: the length of the examined time as a share of the time before. */
function isRoutine(times: number, before: number, share: number, word: EntryClass): boolean {
  if (before === 0) return false;
  if (word === 'plain') return true;
  return before >= ROUTINE_TIMES && times < MULTIPLIED * Math.max(1, before * share);
}

/**
 * Versions that changed on several objects of the culprit, up to now: a roll-out continues after its first damage.
 */
function rollOuts(
  state: ClusterState,
  { from, to, culprit }: { readonly from: number; readonly to: number; readonly culprit: Culprit },
): readonly JournalCause[] {
  const items = entriesBetween(state, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  return versionChanges(items).flatMap(({ item, objects, until, of, before, after }): JournalCause[] => {
    const { createDate } = item.entry;
    const own = objects.filter((name) => {
      const key = streamKeyOf(name);
      return key !== undefined && culprit.hasStream(key);
    });
    if (createDate < from || createDate > to || own.length < SEVERAL_STREAMS) return [];
    return [
      {
        item,
        relation: 'dimension',
        times: own.length,
        objects: own.length,
        until,
        version: { of, before, after },
      },
    ];
  });
}
