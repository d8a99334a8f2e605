import * as z from 'zod';
import { DAY_MS, MINUTE_MS } from '../base/durations.ts';
import { moment } from '../triage/facts.ts';
import type { HistoryDatabase } from './database.ts';
import { storedRow } from './stored-row.ts';

/** A clock that is further than this from the last sign of life is not believed at once, ms. */
export const APART_MS = DAY_MS;
/** If nothing was written for longer than this, the cluster was not watched. */
const NOT_WATCHED_MS = MINUTE_MS;
/** The `resource` of gaps in which the cluster was not watched at all. */
export const WATCHING = 'watching';

const gapSchema = z.object({
  /** Name of the resource, or `watching` if nothing was watched. */
  resource: z.string(),
  /** Unix ms. */
  from: moment,
  to: moment,
  /** Code of the error, such as `TIMEOUT`, `NOT_WATCHED`, or `FILE_LOST`. */
  reason: z.string(),
});
export type Gap = Readonly<z.output<typeof gapSchema>>;

/** The last sign of life by a clock that was believed, Unix ms; undefined in a new history. */
export function lastAlive(db: HistoryDatabase): number | undefined {
  const last = db.sql("SELECT value FROM sound_about WHERE key = 'alive'").get();
  return last && Number(last.value);
}

/**
 * Rows with a later time than this (Unix ms) were written under a wrong clock. They stay in the file, and nothing that is
 * read contains them.
 */
export function believedUntil(db: HistoryDatabase): number {
  return (lastAlive(db) ?? Number.MAX_SAFE_INTEGER - APART_MS) + APART_MS;
}

/** What was found damaged in (from, to] since the file was opened. */
export function damagedGaps(db: HistoryDatabase, from: number, to: number): readonly Gap[] {
  return [...db.damage.values()]
    .filter((each) => each.to > from && each.from <= to)
    .map((each) => ({
      resource: 'history',
      from: Math.max(from, each.from),
      to: Math.min(to, each.to),
      reason: 'DAMAGED',
    }));
}

/** Stores when a resource could not be read, so that missing data is not mistaken for a healthy time. */
export function createGapStore(db: HistoryDatabase) {
  const open = new Map<string, { readonly from: number; readonly reason: string }>();
  let said = 0;
  const put = (resource: string, from: number, to: number, reason: string) =>
    db
      .sql('INSERT OR REPLACE INTO gap (resource, starts_at, ends_at, reason) VALUES (?, ?, ?, ?)')
      .run(resource, from, to, reason);
  return {
    /** Records that the history is written at `now`, and since `resumedAt` at least. Call it within a transaction. */
    alive(now: number, resumedAt = now) {
      const from = lastAlive(db) ?? now;
      if (resumedAt - from > NOT_WATCHED_MS) put(WATCHING, from, resumedAt, 'NOT_WATCHED');
      db.sql("INSERT OR REPLACE INTO about (key, value) VALUES ('alive', ?)").run(String(now));
      for (const [resource, { from: since, reason }] of open) put(resource, since, now, reason);
    },
    /** Records what was found damaged since the last call. Call it within a transaction. */
    damaged() {
      for (const gap of damagedGaps(db, 0, Number.MAX_SAFE_INTEGER).slice(said))
        put(gap.resource, gap.from, gap.to, gap.reason);
      said = db.damage.size;
    },
    /** Records that nothing is known of (from, to], because the file was lost. Call it within a transaction. */
    lost: (from: number, to: number) => void put(WATCHING, from, to, 'FILE_LOST'),
    /** Records the resources that cannot be read at `now`, with the reason. Call it within a transaction. */
    observe(failing: ReadonlyMap<string, string>, now: number) {
      for (const [resource, reason] of failing) {
        if (!open.has(resource)) open.set(resource, { from: now, reason });
      }
      for (const [resource, { from, reason }] of open) {
        if (failing.has(resource)) continue;
        put(resource, from, now, reason);
        open.delete(resource);
      }
    },
    /** Gaps that touch (from, to], oldest first. */
    read(from: number, to: number): readonly Gap[] {
      return db
        .sql(
          `SELECT resource, starts_at AS "from", ends_at AS "to", reason FROM sound_gap
           WHERE ends_at > ? AND ends_at <= ? AND starts_at <= ? ORDER BY starts_at`,
        )
        .all(from, believedUntil(db), to)
        .flatMap((row) => storedRow(gapSchema, row));
    },
  };
}
