import type { HistoryDatabase } from './database.ts';
import { believedUntil } from './gap-store.ts';

/** Rows that were written under a clock that was ahead. */
export interface SetAside {
  readonly rows: number;
  /** The latest of their times, Unix ms. */
  readonly until: number;
}

/** Tables, and the time of a row. */
const TIMES = [
  ['frame', 'ends_at'],
  ['block', 'ends_at'],
  ['problem', 'fired_at'],
  ['event', 'at'],
  ['description', 'since'],
  ['gap', 'ends_at'],
  ['stream_session', 'seen_at'],
] as const;

const SAID = 'set_aside';

/**
 * The rows of the future if there are more than were said before; they are never read, and never deleted because of it. Call it
 * within a transaction.
 */
export function newlySetAside(db: HistoryDatabase): SetAside | undefined {
  const latest = believedUntil(db);
  const counts = TIMES.map(([table, time]) =>
    db.sql(`SELECT COUNT(*) AS rows, MAX(${time}) AS until FROM ${table} WHERE ${time} > ?`).get(latest),
  );
  const rows = counts.reduce((sum, each) => sum + Number(each?.rows), 0);
  const said = Number(db.sql('SELECT value FROM sound_about WHERE key = ?').get(SAID)?.value ?? 0);
  if (rows <= said) return undefined;
  db.sql('INSERT OR REPLACE INTO about (key, value) VALUES (?, ?)').run(SAID, String(rows));
  return { rows, until: Math.max(...counts.map((each) => Number(each?.until ?? 0))) };
}
