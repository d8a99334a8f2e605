import { MINUTE_MS } from '../../base/durations.ts';
import { type JournalEntry, writtenDate } from '../../protocol/journal.ts';
import { movedWithClock } from '../clock-skew.ts';
import type { JournalItem, JournalState } from './log.ts';
import { entryItem } from './restart.ts';

/** Dates ahead of the server's clock by less are how clocks differ, ms. */
const AHEAD_MS = MINUTE_MS;
/** Share of a page that objects with a clock behind may have written. */
const MOST_BEHIND = 0.2;
/** Newest entries that are compared; a page holds some of them. */
const COMPARED_ENTRIES = 50;

/**
 * The journal with its dates moved, where the server gives known entries (same id) with dates that moved with its
 * clock: they are the same entries. `page` is what the server lists now, `sets` by how much its clock was set, ms.
 */
export function withClock(
  journal: JournalState,
  page: readonly JournalEntry[],
  sets: readonly number[],
): JournalState {
  if (sets.length === 0) return journal;
  const dates = new Map<number, number>();
  for (const item of journal.items.slice(-COMPARED_ENTRIES)) {
    if (item.kind === 'entry' && item.entry.id !== undefined)
      dates.set(item.entry.id, writtenDate(item.entry));
  }
  for (const entry of page) {
    const { id } = entry;
    const written = writtenDate(entry);
    const by = written - ((id === undefined ? undefined : dates.get(id)) ?? written);
    if (by === 0 || !movedWithClock(by, sets)) continue;
    const { lastTimestamp } = journal;
    return {
      ...journal,
      items: journal.items.map((item) => moved(item, by)),
      lastTimestamp: lastTimestamp === undefined ? undefined : lastTimestamp + by,
    };
  }
  return journal;
}

/**
 * Entries with dates that the server's clock has not reached: the clock of the object that wrote them is ahead. They
 * are sorted by when they came, and the oldest of an object's are as far before that as their dates say.
 * `generatedAt`: the server's clock, Unix ms.
 */
export function byArrival(
  entries: readonly JournalEntry[],
  generatedAt: number | undefined,
): readonly JournalEntry[] {
  if (generatedAt === undefined) return entries;
  const ahead = new Map<string, number>();
  for (const { objectName, createDate, undated } of entries) {
    const by = createDate - generatedAt;
    const name = objectName ?? '';
    if (!undated && by > AHEAD_MS) ahead.set(name, Math.max(by, ahead.get(name) ?? 0));
  }
  const dated =
    ahead.size === 0
      ? entries
      : entries.map((entry) => {
          const by = ahead.get(entry.objectName ?? '');
          if (by === undefined || entry.createDate - generatedAt <= AHEAD_MS) return entry;
          return { ...entry, createDate: entry.createDate - by, ahead: by };
        });
  return caughtUp(dated);
}

/**
 * Entries that stand, in the order of writing (newest first), above some with much later dates: the clock of the object
 * that wrote them is behind. They are sorted beside those. Where that holds of many, the order is another one.
 */
function caughtUp(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  let latest = Number.NEGATIVE_INFINITY;
  let behind = 0;
  const moved = entries
    .toReversed()
    .map((entry): JournalEntry => {
      const by = entry.createDate - latest;
      if (entry.undated || entry.ahead !== undefined || by >= -AHEAD_MS) {
        latest = Math.max(latest, entry.createDate);
        return entry;
      }
      behind++;
      return { ...entry, createDate: latest, ahead: by };
    })
    .reverse();
  return behind === 0 || behind > MOST_BEHIND * entries.length ? entries : moved;
}

function moved(item: JournalItem, by: number): JournalItem {
  if (item.kind !== 'entry') return { ...item, at: item.at + by };
  return entryItem({ ...item.entry, createDate: item.entry.createDate + by });
}
