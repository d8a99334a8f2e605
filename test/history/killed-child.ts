import { turn } from '../../src/base/turn.ts';
import { openDatabase } from '../../src/history/database.ts';
import { createJournalStore } from '../../src/history/journal-store.ts';
import { createSampleStore } from '../../src/history/samples/sample-store.ts';
import { rollUpDue, seal } from '../../src/history/samples/seal.ts';
import { BATCH, batchAt } from './killed-rig.ts';

// Writes journal entries and figures as fast as it can, and reports the number of batches after each commit.
const [path = '', from = '0'] = process.argv.slice(2);
const db = await openDatabase(path, { create: true });
const journal = createJournalStore(db);
const samples = createSampleStore(db);
for (let batch = Number(from); ; batch++) {
  const at = batchAt(batch);
  const entries = Array.from({ length: BATCH }, (_, index) => ({
    id: batch * BATCH + index,
    createDate: at + index,
    objectName: 'Stream: one',
    message: 'Status Update: PUBLISHED',
    threadName: 'worker',
  }));
  db.transaction(() => {
    journal.add(entries);
    samples.addFrame({ kind: 'server', at, rows: new Map([['edge-1', [batch, 50]]]) });
  });
  process.send?.(batch + 1);
  while (journal.pack());
  await seal(db, samples, at);
  await rollUpDue(db, samples, at);
  await turn();
}
