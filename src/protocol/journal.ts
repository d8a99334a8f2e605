import { z } from 'zod';
import { envelope, page } from './envelope.ts';
import { amount, maybe } from './read.ts';

/** A journal entry (`api.md`, Journal entry). `createDate` is Unix ms by the server's clock. */
export const journalEntrySchema = z.object({
  id: amount,
  objectName: maybe(z.string()),
  message: maybe(z.string()),
  threadName: maybe(z.string()),
  createDate: amount,
});
export type JournalEntry = z.infer<typeof journalEntrySchema>;

export const journalPageSchema = envelope(page(journalEntrySchema).extend({ lastTimestamp: maybe(amount) }));
export type JournalPage = z.infer<typeof journalPageSchema>['data'];
