import { MINUTE_MS } from '../../base/durations.ts';
import { type EntryId, type JournalEntry, writtenDate } from '../../protocol/journal.ts';
import { movedWithClock } from '../clock-skew.ts';
import type { JournalItem, JournalState } from './log.ts';
import { entryItem } from './restart.ts';

/** If an entry's date is ahead of the server's clock by less than this, clocks just differ slightly, ms. */
const AHEAD_MS = MINUTE_MS;
/** Largest share of a page that objects with a late clock may have written. */
const MOST_BEHIND = 0.2;
/** Newest entries that are compared; a page holds some of them. */
const COMPARED_ENTRIES = 50;

/**
 * The journal with its dates moved, if the server now returns known entries (same id) with dates that moved with
 * its clock. They are the same entries. `page` is the current page, `sets` by how much the clock was set, ms.
 */
export function withClock(
  journal: JournalState,
  page: readonly JournalEntry[],
  sets: readonly number[],
): JournalState {
  if (sets.length === 0) return journal;
  const dates = new Map<EntryId, number>();
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
 * Corrects entries dated later than the server's current time: the clock of the object that wrote them is ahead.
 * They are sorted by arrival; earlier ones of the same object keep their distance in time. `generatedAt`: the
 * server's clock, Unix ms.
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
 * Corrects entries that come, in the order of writing (newest first), above others with much later dates: the clock
 * of the object that wrote them is behind. They are sorted next to those. If that is true of many, the page has
 * another order.
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
