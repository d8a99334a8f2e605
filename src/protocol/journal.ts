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

/** A bigint only if a number would not keep all digits. */
export type EntryId = number | bigint;

/** a - b. Both can be infinite. */
export function idDistance(a: EntryId, b: EntryId): number {
  return typeof a === 'bigint' && typeof b === 'bigint' ? Number(a - b) : Number(a) - Number(b);
}

/** A journal entry. `createDate` is Unix ms by the server's clock. */
export interface JournalEntry extends Omit<z.infer<typeof entrySchema>, 'id' | 'createDate'> {
  /** Undefined if the server sends no number above 0; the entry's identity is then its date, object and message. */
  readonly id: EntryId | undefined;
  /** The date for sorting; `entryTime` is the one to show. */
  readonly createDate: number;
  /** The date could not be read: `createDate` is that of a neighbour. */
  readonly undated?: true;
  /**
   * How far the date is ahead of the server's clock, or behind it if negative, ms: the clock of the object that
   * wrote it is wrong. `createDate` is then the approximate time of arrival.
   */
  readonly ahead?: number;
}

/** When an entry was written, Unix ms by the server's clock; undefined if the server's date could not be read. */
export function entryTime(entry: JournalEntry): number | undefined {
  return entry.undated ? undefined : writtenDate(entry);
}

/** The date in the entry itself, Unix ms: part of its identity, wherever the entry is sorted. */
export function writtenDate({ createDate, ahead = 0 }: JournalEntry): number {
  return createDate + ahead;
}

/** Entries without a date stay next to the following entry of the list, so that they keep their place. */
function withDates(entries: readonly z.infer<typeof entrySchema>[]): JournalEntry[] {
  let neighbour = entries.find(({ createDate }) => createDate != null)?.createDate ?? 0;
  return entries
    .toReversed()
    .map(({ createDate, id: said, objectName, message, threadName }): JournalEntry => {
      // Thousands are kept: an object with all members from the start takes a third less memory than a spread one.
      const id = said || undefined;
      if (createDate == null)
        return { objectName, message, threadName, id, createDate: neighbour, undated: true };
      neighbour = createDate;
      return { objectName, message, threadName, id, createDate };
    })
    .reverse();
}

export const journalPageSchema = envelope(
  page(entrySchema)
    .extend({ lastTimestamp: maybe(timeOrSeconds) })
    .transform(({ list, ...place }) => ({ ...place, list: withDates(list) })),
);
export type JournalPage = z.infer<typeof journalPageSchema>['data'];
