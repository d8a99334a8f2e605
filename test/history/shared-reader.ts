/** Run as another user: reads the number of rows of a shared history, once for each message. */
import { type HistoryDatabase, openReadOnly } from '../../src/history/database.ts';

const [path = '', keep] = process.argv.slice(2);
const count = (db: HistoryDatabase) => db.sql('SELECT COUNT(*) AS count FROM about').get()?.count;
const kept = keep === 'keep' ? openReadOnly(path, { shared: true }) : undefined;

process.on('message', () => {
  try {
    const db = kept ?? openReadOnly(path, { shared: true });
    const rows = count(db);
    if (db !== kept) db.close();
    process.send?.(String(rows));
  } catch (error) {
    process.send?.(error instanceof Error ? error.message : 'failed');
  }
});
process.on('disconnect', () => kept?.close());
