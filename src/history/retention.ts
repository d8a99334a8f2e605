import type { HistoryDatabase } from './database.ts';
import { DAY_MS, HOUR_MS, type Tier } from './kinds.ts';

/** How long what is kept, ms, and how large the file may become. */
export interface Retention {
  readonly raw: number;
  readonly minute: number;
  readonly quarter: number;
  /** Journal entries. Problems, events and stream sessions stay as long as the quarters do. */
  readonly journal: number;
  readonly maxBytes: number;
}

export const defaultRetention: Retention = {
  raw: 48 * HOUR_MS,
  minute: 14 * DAY_MS,
  quarter: 400 * DAY_MS,
  journal: 30 * DAY_MS,
  maxBytes: 1_000_000_000,
};

/** A file that reached its limit is brought a little below it, so that not every round has to. */
const LOW_WATER = 0.95;

/** Removes what is too old, then the oldest of what takes most while the file is larger than its limit. */
export function prune(db: HistoryDatabase, retention: Retention, now: number): void {
  db.transaction(() => {
    for (const tier of ['raw', 'minute', 'quarter'] as const satisfies readonly Tier[]) {
      db.sql('DELETE FROM block WHERE tier = ? AND ends_at <= ?').run(tier, now - retention[tier]);
    }
    db.sql('DELETE FROM journal_block WHERE ends_at <= ?').run(now - retention.journal);
    db.sql('DELETE FROM journal_entry WHERE at <= ?').run(now - retention.journal);
    const oldest = now - retention.quarter;
    db.sql('DELETE FROM problem WHERE COALESCE(cleared_at, seen_at) <= ?').run(oldest);
    db.sql('DELETE FROM event WHERE at <= ?').run(oldest);
    db.sql(
      `DELETE FROM description WHERE since <= ? AND EXISTS (SELECT 1 FROM description AS later
       WHERE later.kind = description.kind AND later.name = description.name AND later.since > description.since
       AND later.since <= ?)`,
    ).run(oldest, oldest);
    db.sql('DELETE FROM gap WHERE ends_at <= ?').run(oldest);
    db.sql('DELETE FROM stream_session WHERE seen_at <= ?').run(oldest);
    db.sql('DELETE FROM session_hour WHERE ends_at <= ?').run(oldest);
  });
  if (usedBytes(db) <= retention.maxBytes) return;
  for (;;) {
    const excess = usedBytes(db) - LOW_WATER * retention.maxBytes;
    if (excess <= 0 || !removeOldest(db, excess)) return;
  }
}

/** Bytes of the database that hold something; pages that became free are used again. */
export function usedBytes(db: HistoryDatabase): number {
  const page = Number(db.sql('PRAGMA page_size').get()?.page_size);
  const pages = Number(db.sql('PRAGMA page_count').get()?.page_count);
  const free = Number(db.sql('PRAGMA freelist_count').get()?.freelist_count);
  return page * (pages - free);
}

/** Removes about `bytes` of whatever holds most, the oldest first. False where nothing is left to remove. */
function removeOldest(db: HistoryDatabase, bytes: number): boolean {
  const [most] = db
    .sql(
      `SELECT 'journal' AS what, COALESCE(SUM(LENGTH(data)), 0) AS bytes FROM journal_block
       UNION ALL SELECT 'hours', COALESCE(SUM(LENGTH(figures)), 0) FROM session_hour
       UNION ALL SELECT 'sessions', COALESCE(SUM(LENGTH(data)), 0) FROM stream_session
       UNION ALL SELECT tier, SUM(LENGTH(samples)) FROM block GROUP BY tier ORDER BY bytes DESC`,
    )
    .all();
  if (!most || Number(most.bytes) === 0) return false;
  const what = String(most.what);
  const table = removals.get(what);
  const removed = db.transaction(() =>
    table
      ? db.sql(removal(table)).run(bytes)
      : db
          .sql(removal({ table: 'block', data: 'samples', time: 'ends_at', condition: 'tier = ?' }))
          .run(what, bytes),
  );
  return Number(removed.changes) > 0;
}

interface Removal {
  readonly table: string;
  readonly data: string;
  readonly time: string;
  readonly condition?: string;
}

const removals: ReadonlyMap<string, Removal> = new Map([
  ['journal', { table: 'journal_block', data: 'data', time: 'ends_at' }],
  ['hours', { table: 'session_hour', data: 'figures', time: 'ends_at' }],
  ['sessions', { table: 'stream_session', data: 'data', time: 'seen_at' }],
]);

/** The rows before which `?` bytes lie, by age: at least one. */
function removal({ table, data, time, condition = 'TRUE' }: Removal): string {
  return `DELETE FROM ${table} WHERE rowid IN (
    SELECT rowid FROM (
      SELECT rowid, SUM(LENGTH(${data})) OVER (ORDER BY ${time}, rowid) - LENGTH(${data}) AS before
      FROM ${table} WHERE ${condition}
    ) WHERE before < ?
  )`;
}
