import * as z from 'zod';
import { moment } from '../triage/facts.ts';
import type { HistoryDatabase } from './database.ts';
import type { StoredEntry } from './journal-store.ts';
import { jsonColumn, storedRow } from './stored-row.ts';

/** A smaller change is not stored, ms: the figures of a report are read to the second. */
const LEAST_CHANGE_MS = 250;

const rowSchema = z.object({ since: moment, data: jsonColumn(z.object({ skew: z.number() })) });

/** How far the clock of the servers was from ours, in the past. */
export function createServerClock(db: HistoryDatabase) {
  let kept: number | undefined;
  const known = () =>
    db
      .sql(
        "SELECT since, data FROM sound_description WHERE kind = 'clock' AND name = 'server' ORDER BY since",
      )
      .all()
      .flatMap((row) => storedRow(rowSchema, row))
      .map(({ since, data: { skew } }, index) => ({
        since: index === 0 ? Number.NEGATIVE_INFINITY : since,
        skew,
      }));
  return {
    /** Stores the server's clock minus ours (ms), known at `now` (Unix ms), if it changed. Call it within a transaction. */
    keep(skew: number, now: number) {
      kept ??= known().at(-1)?.skew;
      if (kept !== undefined && Math.abs(skew - kept) < LEAST_CHANGE_MS) return;
      db.sql(
        "INSERT OR REPLACE INTO description (kind, name, since, data) VALUES ('clock', 'server', ?, ?)",
      ).run(now, JSON.stringify({ skew }));
      kept = skew;
    },
    /** Of the times in (from, to] by our clock, the first and the last by the server's clock. */
    ofServer(from: number, to: number) {
      const times = known();
      const skews = times
        .filter(({ since }, index) => since < to && (times[index + 1]?.since ?? to) >= from)
        .map(({ skew }) => skew);
      if (skews.length === 0) return { from, to };
      return { from: from + Math.min(...skews), to: to + Math.max(...skews) };
    },
    /** These entries with the time of our clock. Times that the server's clock had twice, because it was set back, are the later ones. */
    ofOurs(entries: readonly StoredEntry[]) {
      const newestFirst = known().reverse();
      return entries.map((entry) => {
        const then = newestFirst.find(({ since, skew }) => entry.at - skew > since);
        return { ...entry, at: entry.at - (then?.skew ?? 0) };
      });
    },
  };
}
