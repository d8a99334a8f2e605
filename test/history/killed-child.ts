import { openDatabase } from '../../src/history/database.ts';
import { createJournalStore } from '../../src/history/journal-store.ts';

const BATCH = 97;

// Writes journal entries as fast as it can, and says after each commit how many there are.
const [path = '', from = '0'] = process.argv.slice(2);
const db = await openDatabase(path, { create: true });
const journal = createJournalStore(db);
for (let first = Math.max(0, Number(from) - BATCH); ; first += BATCH) {
  const entries = Array.from({ length: BATCH }, (_, index) => ({
    id: first + index,
    createDate: 1_000_000 + first + index,
    objectName: 'Stream: one',
    message: 'Status Update: PUBLISHED',
    threadName: 'worker',
  }));
  db.transaction(() => journal.add(entries));
  process.send?.(first + BATCH);
  while (journal.pack());
  await new Promise<void>((resolve) => setImmediate(resolve));
}
