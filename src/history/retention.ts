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
       UNION ALL SELECT tier, SUM(LENGTH(samples)) FROM block GROUP BY tier ORDER BY bytes DESC`,
    )
    .all();
  if (!most || Number(most.bytes) === 0) return false;
  const removed = db.transaction(() =>
    most.what === 'journal'
      ? db.sql(removal('journal_block', 'data', 'TRUE')).run(bytes)
      : db.sql(removal('block', 'samples', 'tier = ?')).run(String(most.what), bytes),
  );
  return Number(removed.changes) > 0;
}

/** The rows before which `?` bytes lie, by age: at least one. */
function removal(table: string, data: string, condition: string): string {
  return `DELETE FROM ${table} WHERE rowid IN (
    SELECT rowid FROM (
      SELECT rowid, SUM(LENGTH(${data})) OVER (ORDER BY ends_at, rowid) - LENGTH(${data}) AS before
      FROM ${table} WHERE ${condition}
    ) WHERE before < ?
  )`;
}
