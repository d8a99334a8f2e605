import type { DatabaseSync } from 'node:sqlite';

/** Rows that are changed at one time: some ms. */
const BATCH_ROWS = 500;

/**
 * Step from version 2: what sessions did is kept by the hour. Those of before are known as a whole only: they count in
 * the hour in which they were seen last.
 */
export function* hoursOfSessions(db: DatabaseSync): Iterable<number> {
  db.exec(`
    CREATE TABLE session_hour (starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, figures BLOB NOT NULL);
    CREATE INDEX session_hour_by_time ON session_hour (starts_at);
    CREATE INDEX stream_session_open ON stream_session (id) WHERE ended_at IS NULL;
  `);
  const update = db.prepare(`
    UPDATE stream_session SET data = json_object(
      'startTime', data ->> 'startTime',
      'hour', (seen_at - 1) / 3600000 * 3600000,
      'figures', json_remove(
        data, '$.application', '$.streamKey', '$.publishedAt', '$.seenAt', '$.endedAt', '$.startTime'
      )
    ) WHERE json_valid(data) AND id > ? AND id <= ?
  `);
  const last = Number(db.prepare('SELECT MAX(id) AS last FROM stream_session').get()?.last ?? 0);
  for (let id = 0; id < last; id += BATCH_ROWS) {
    update.run(id, id + BATCH_ROWS);
    yield Math.min(1, (id + BATCH_ROWS) / last);
  }
}
