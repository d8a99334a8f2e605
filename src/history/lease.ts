import { hostname } from 'node:os';
import type { HistoryDatabase } from './database.ts';

/** A writer that has not renewed its lease for this long has ended, ms. */
export const LEASE_MS = 25_000;

const RENEW = 'INSERT OR REPLACE INTO lease (id, owner, pid, host, renewed_at) VALUES (1, ?, ?, ?, ?)';

/**
 * Only one program writes a history, however many watch the cluster. The lease is a row of the database. That of a process
 * that has ended is free at once, unless it ran in another container, whose processes cannot be looked up here.
 */
export function createLease(db: HistoryDatabase, pid = process.pid) {
  const owner = crypto.randomUUID();
  const host = hostname();
  return {
    /**
     * Takes or renews the right to write at `now` (Unix ms). Call it within a transaction. `taken`: another program may have written since this one
     * last had it. Undefined while another program has it.
     */
    renew(now: number): 'renewed' | 'taken' | undefined {
      const row = db.sql('SELECT owner, pid, host, renewed_at FROM lease WHERE id = 1').get();
      // A time in the future was written before the clock was set back.
      const isLive =
        row !== undefined &&
        row.owner !== owner &&
        Math.abs(now - Number(row.renewed_at)) < LEASE_MS &&
        !(row.host === host && !isRunning(Number(row.pid)));
      if (isLive) return undefined;
      db.sql(RENEW).run(owner, pid, host, now);
      return row?.owner === owner ? 'renewed' : 'taken';
    },
    release() {
      db.sql('DELETE FROM lease WHERE owner = ?').run(owner);
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process belongs to another user, but it runs.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
