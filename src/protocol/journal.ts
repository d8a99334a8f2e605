import * as z from 'zod';
import { envelope, page } from './envelope.ts';
import { entryId, longText, maybe, text, timeOrSeconds } from './leaves.ts';

const entrySchema = z.object({
  id: maybe(entryId),
  objectName: maybe(text),
  message: maybe(longText),
  threadName: maybe(text),
  createDate: maybe(timeOrSeconds),
});

/** A journal entry. `createDate` is Unix ms by the server's clock. */
export interface JournalEntry extends Omit<z.infer<typeof entrySchema>, 'id' | 'createDate'> {
  /** Undefined where the server gives no number above 0: then date, object and message are the entry's identity. */
  readonly id: number | undefined;
  /** By which entries are ordered; what is shown is `entryTime`. */
  readonly createDate: number;
  /** The date could not be read: `createDate` is that of a neighbour. */
  readonly undated?: true;
  /**
   * By how much the date lies ahead of the server's clock, or below 0 behind it, ms: the clock of the object that wrote
   * it is wrong. `createDate` is then about when the entry came.
   */
  readonly ahead?: number;
}

/** When an entry was written, Unix ms by the server's clock; undefined where the server's date could not be read. */
export function entryTime(entry: JournalEntry): number | undefined {
  return entry.undated ? undefined : writtenDate(entry);
}

/** The date that an entry carries, Unix ms: part of its identity, wherever it is sorted in. */
export function writtenDate({ createDate, ahead = 0 }: JournalEntry): number {
  return createDate + ahead;
}

/** Entries without a date stay beside the entry after them in the list, so that they are found where they belong. */
function withDates(entries: readonly z.infer<typeof entrySchema>[]): JournalEntry[] {
  let neighbour = entries.find(({ createDate }) => createDate != null)?.createDate ?? 0;
  return entries
    .toReversed()
    .map(({ createDate, id, ...rest }): JournalEntry => {
      const entry = { ...rest, id: id || undefined };
      if (createDate == null) return { ...entry, createDate: neighbour, undated: true };
      neighbour = createDate;
      return { ...entry, createDate };
    })
    .reverse();
}

export const journalPageSchema = envelope(
  page(entrySchema)
    .extend({ lastTimestamp: maybe(timeOrSeconds) })
    .transform(({ list, ...place }) => ({ ...place, list: withDates(list) })),
);
export type JournalPage = z.infer<typeof journalPageSchema>['data'];
