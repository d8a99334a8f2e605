import { type EntryId, idDistance, type JournalEntry } from '../../protocol/journal.ts';
import type { JournalItem, JournalState } from './log.ts';
import { Epoch, entryItem, restartLine, withRestarts } from './restart.ts';
import { compareEntries, type JournalRound, newestEntry, passOnKeys } from './round.ts';
import { withTemplates } from './templates.ts';

/** Most items by default; each takes about 300 bytes. */
const JOURNAL_ENTRIES = 10_000;

export const emptyJournal: JournalState = {
  items: [],
  dropped: 0,
  totalItems: undefined,
  lastTimestamp: undefined,
  templates: new Map(),
};

type JournalEnvelope = Pick<JournalState, 'totalItems' | 'lastTimestamp' | 'doubt' | 'unreached'>;

function sameEnvelope(a: JournalEnvelope, b: JournalEnvelope): boolean {
  return (
    a.totalItems === b.totalItems &&
    a.lastTimestamp === b.lastTimestamp &&
    a.unreached === b.unreached &&
    a.doubt?.said === b.doubt?.said &&
    a.doubt?.given === b.doubt?.given
  );
}

/**
 * Adds the entries of a round to the log. Returns the same items if there is nothing new. `setBack`: by how much
 * the server's clock was set back since the previous round (ms), so that new entries have earlier dates.
 */
export function mergeRound(
  state: JournalState,
  round: JournalRound,
  { setBack, ...envelope }: JournalEnvelope & { readonly setBack?: number | undefined },
  capacity = JOURNAL_ENTRIES,
): JournalState {
  const fresh = round.fresh();
  if (fresh.length === 0) {
    return sameEnvelope(state, envelope) ? state : { ...state, ...envelope };
  }
  const items = [...state.items];
  const before = Epoch.of(state.items);
  let prepended = 0;
  let epoch: Epoch | undefined;
  if (setBack !== undefined) appendSetBack(items, fresh, setBack);
  else if (items.length > 0 && round.connected) {
    const merged = mergeConnected(items, fresh, before);
    prepended = merged.prepended;
    // Lines that were inserted in between are not in the order that the search for restarts needs.
    if (merged.appended === fresh.length) epoch = merged.epoch;
  } else if (items.length > 0) appendApart(items, fresh, round.complete, before);
  else {
    const woven = withRestarts(fresh, before);
    items.push(...woven.items);
    epoch = woven.epoch;
  }
  const templates = withTemplates(state.templates, fresh, state.items.length === 0);
  const dropped = state.dropped - prepended;
  const next = trimmed({ ...state, ...envelope, items, templates, dropped }, capacity);
  if (epoch) {
    epoch.keepFor(next.items);
    passOnKeys(state.items, items, next.items);
  }
  return next;
}

/**
 * Adds older or newer entries of a page that was read while looking back. `apart`: entries may be missing between
 * older ones and the loaded ones; a gap marks that.
 */
export function mergePage(state: JournalState, fresh: readonly JournalEntry[], apart: boolean): JournalState {
  if (fresh.length === 0) return state;
  const items = [...state.items];
  const { prepended } = mergeConnected(items, fresh.toSorted(compareEntries), Epoch.of(items), apart);
  return { ...state, items, dropped: state.dropped - prepended };
}

/** New entries after the clock was set back: those dated by the old clock, a line, then the others. */
function appendSetBack(items: JournalItem[], fresh: readonly JournalEntry[], by: number): void {
  const head = newestEntry(items)?.createDate ?? Number.NEGATIVE_INFINITY;
  const after = fresh.filter(({ createDate }) => createDate < head);
  const [first] = after;
  items.push(...fresh.filter(({ createDate }) => createDate >= head).map(entryItem));
  if (first) items.push({ kind: 'clock', key: `clock ${entryItem(first).key}`, at: first.createDate, by });
  items.push(...after.map(entryItem));
}

/** How many lines were added before all existing ones, and how many entries after them. */
interface Merged {
  readonly prepended: number;
  readonly appended: number;
  readonly epoch: Epoch;
}

/** New entries without a gap to the loaded ones: newer, late and older ones. */
function mergeConnected(
  items: JournalItem[],
  fresh: readonly JournalEntry[],
  epoch: Epoch,
  apart = false,
): Merged {
  const newest = newestEntry(items);
  const first = items.find((item) => item.kind === 'entry');
  // After the clock was set back, the new epoch has earlier times than the old one, so only its own entries are
  // compared.
  const restart = items.findLastIndex((item) => item.kind === 'restart' || item.kind === 'clock');
  const begin = items.find((item, index) => index > restart && item.kind === 'entry');
  const older: JournalEntry[] = [];
  const newer: JournalEntry[] = [];
  for (const entry of fresh) {
    const isNew = !newest || newer.length > 0;
    const again = newest !== undefined && entry.createDate >= newest.createDate && epoch.startsAgain(entry);
    const isEqual = entry.id === undefined && entry.createDate === newest?.createDate;
    if (isNew || again || isEqual || compareEntries(entry, newest) > 0) newer.push(entry);
    else if (isBefore(entry, first) && isBefore(entry, begin)) older.push(entry);
    else insertLate(items, entry);
  }
  const woven = withRestarts(newer, epoch);
  items.push(...woven.items);
  return { prepended: prepend(items, older, apart), appended: newer.length, epoch: woven.epoch };
}

function isBefore(entry: JournalEntry, item: JournalItem | undefined): boolean {
  return item?.kind === 'entry' && compareEntries(entry, item.entry) < 0;
}

function prepend(items: JournalItem[], older: readonly JournalEntry[], apart: boolean): number {
  const newestOlder = older.at(-1);
  if (!newestOlder) return 0;
  const { items: before, epoch } = withRestarts(older, new Epoch());
  const first = items[0];
  if (apart) before.push(gapLine(newestOlder, undefined, 'after'));
  if (first?.kind === 'entry' && epoch.startsAgain(first.entry)) before.push(restartLine(first.entry));
  items.unshift(...before);
  return before.length;
}

/**
 * New entries that do not touch the loaded ones: too many came, the journal was emptied, or its numbering
 * restarted.
 */
function appendApart(
  items: JournalItem[],
  fresh: readonly JournalEntry[],
  complete: boolean,
  before: Epoch,
): void {
  const max = before.max;
  const { items: woven } = withRestarts(fresh, before);
  const first = fresh[0];
  if (!first) return;
  let lowest: EntryId = Number.POSITIVE_INFINITY;
  for (const item of woven) {
    if (item.kind !== 'entry') break;
    const { id } = item.entry;
    if (id !== undefined && id < lowest) lowest = id;
  }
  const isFollowing = woven[0]?.kind === 'entry';
  if (isFollowing && lowest === Number.POSITIVE_INFINITY) items.push(gapLine(first, undefined));
  else if (isFollowing && lowest > max) {
    const missing = idDistance(lowest, max) - 1;
    if (missing > 0 || !complete) items.push(gapLine(first, missing > 0 ? missing : undefined));
  } else {
    // None of the loaded entries exists on the server any more and the ids are low: the numbering restarted,
    // whatever the clock says.
    if (woven[0]?.kind === 'restart') items.push(...woven.splice(0, 1));
    else items.push(restartLine(first));
    if (!complete) items.push(gapLine(first, undefined));
  }
  items.push(...woven);
}

/** Inserts an entry between loaded ones. Searched from the new end, because nearly all of them belong there. */
function insertLate(items: JournalItem[], entry: JournalEntry): void {
  let index = items.length;
  while (index > 0 && !comesBefore(items, index - 1, entry)) index--;
  // An entry that is inserted next to a gap fills it from its newer side.
  const line = items[index - 1];
  items.splice(index, 0, entryItem(entry));
  if (line?.kind !== 'gap' || line.missing === undefined) return;
  if (line.missing > 1) items[index - 1] = { ...line, missing: line.missing - 1 };
  else items.splice(index - 1, 1);
}

/** Whether the item at `index` stays before `entry`; a line of a gap or restart stays with the entry before it. */
function comesBefore(items: readonly JournalItem[], index: number, entry: JournalEntry): boolean {
  const item = items[index];
  if (item?.kind === 'entry') return compareEntries(item.entry, entry) < 0;
  const previous = items[index - 1];
  return previous === undefined || comesBefore(items, index - 1, entry);
}

function gapLine(beside: JournalEntry, missing: number | undefined, side = 'before'): JournalItem {
  return { kind: 'gap', key: `gap ${side} ${entryItem(beside).key}`, missing, at: beside.createDate };
}

function trimmed(state: JournalState, capacity: number): JournalState {
  const excess = state.items.length - capacity;
  if (excess <= 0) return state;
  return { ...state, items: state.items.slice(excess), dropped: state.dropped + excess };
}
