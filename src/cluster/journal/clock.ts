import type { JournalEntry } from '../../protocol/journal.ts';
import { movedWithClock } from '../clock-skew.ts';
import type { JournalItem, JournalState } from './log.ts';
import { entryItem } from './restart.ts';

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
    if (item.kind === 'entry' && item.entry.id !== undefined) dates.set(item.entry.id, item.entry.createDate);
  }
  for (const { id, createDate } of page) {
    const by = createDate - ((id === undefined ? undefined : dates.get(id)) ?? createDate);
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

function moved(item: JournalItem, by: number): JournalItem {
  if (item.kind !== 'entry') return { ...item, at: item.at + by };
  return entryItem({ ...item.entry, createDate: item.entry.createDate + by });
}
