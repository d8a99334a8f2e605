import type { JournalItem } from '../cluster/journal-log.ts';
import type { StoredEntry } from './journal-store.ts';

type EntryItem = Extract<JournalItem, { kind: 'entry' }>;

/** Stored entries as the live journal holds them. */
export function journalItems(entries: readonly StoredEntry[]): readonly EntryItem[] {
  return entries.map(({ id, at: createDate, object, message, thread }, index) => ({
    kind: 'entry',
    key: `stored-${createDate}-${id}-${index}`,
    entry: { id: Number(id), createDate, objectName: object, message, threadName: thread },
  }));
}
