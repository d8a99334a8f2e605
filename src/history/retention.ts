import { DAY_MS, HOUR_MS } from '../base/durations.ts';
import { tableKeys, tableOf } from '../base/table.ts';
import type { HistoryDatabase } from './database.ts';
import { tiers } from './samples/kinds.ts';
import type { Period } from './samples/range.ts';

/** How long each kind of data is kept, ms, and how large the file may become. */
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

/** Keeps everything at any age. */
export const neverTooOld: Retention = tableOf(tableKeys(defaultRetention), () => Number.POSITIVE_INFINITY);

/** Above this share of the limit the oldest data is removed, so that new data fits until the next check. */
const HIGH_WATER = 0.98;
/** Data is removed down to this share, so that not every check has to remove some. */
const LOW_WATER = 0.95;

/**
 * Removes what is too old. Near the limit of the file it also removes the oldest data of the largest kind. Returns
 * whether some entities may have no samples left.
 */
export function pruneHistory(db: HistoryDatabase, retention: Retention, now: number): boolean {
  const dropped = db.transaction(() => {
    const removed = tiers.map((tier) =>
      db.sql('DELETE FROM block WHERE tier = ? AND ends_at <= ?').run(tier, now - retention[tier]),
    );
    db.sql('DELETE FROM journal_block WHERE ends_at <= ?').run(now - retention.journal);
    const oldest = now - retention.quarter;
    db.sql(
      'DELETE FROM problem WHERE id IN (SELECT problem FROM problem_now WHERE COALESCE(cleared_at, seen_at) <= ?)',
    ).run(oldest);
    // The figures of a problem go with the samples of full resolution; its severities and words stay as long as it.
    db.sql(
      'DELETE FROM problem_change WHERE problem IN (SELECT id FROM problem) AND at <= ? AND whole = 0',
    ).run(now - retention.raw);
    for (const table of ['problem_now', 'problem_change'])
      db.sql(`DELETE FROM ${table} WHERE problem NOT IN (SELECT id FROM problem)`).run();
    db.sql('DELETE FROM event WHERE at <= ?').run(oldest);
    db.sql(
      `DELETE FROM description WHERE since <= ? AND EXISTS (SELECT 1 FROM description AS later
       WHERE later.kind = description.kind AND later.name = description.name AND later.since > description.since
       AND later.since <= ?)`,
    ).run(oldest, oldest);
    db.sql('DELETE FROM gap WHERE ends_at <= ?').run(oldest);
    db.sql('DELETE FROM stream_session WHERE seen_at <= ?').run(oldest);
    db.sql('DELETE FROM session_hour WHERE ends_at <= ?').run(oldest);
    db.sql('DELETE FROM stream_absence WHERE COALESCE(ended_to, began_to) <= ?').run(oldest);
    return Number(removed.at(-1)?.changes) > 0;
  });
  if (usedBytes(db) <= HIGH_WATER * retention.maxBytes) return dropped;
  for (;;) {
    const excess = usedBytes(db) - LOW_WATER * retention.maxBytes;
    if (excess <= 0 || !removeOldest(db, excess)) break;
  }
  // Only if the limit was lowered: else free pages are used again.
  const { page, pages } = pagesOf(db);
  if (pages * page > retention.maxBytes) db.sql('VACUUM').run();
  return true;
}

/** Runs `prune` and returns the parts of more than a day of samples, one for each tier, that are gone afterwards. */
export function prunedParts(db: HistoryDatabase, now: number, prune: () => void): readonly Period[] {
  const oldest = () =>
    tiers.map((tier) => db.sql('SELECT MIN(ends_at) AS at FROM block WHERE tier = ?').get(tier)?.at);
  const before = oldest();
  prune();
  const after = oldest();
  return before.flatMap((at, index) => {
    const part = { from: Number(at ?? now), to: Number(after[index] ?? now) };
    return part.to - part.from > DAY_MS ? [part] : [];
  });
}

/** Bytes of the database without its free pages, which are used again. */
export function usedBytes(db: HistoryDatabase): number {
  const { page, pages, free } = pagesOf(db);
  return page * (pages - free);
}

function pagesOf(db: HistoryDatabase) {
  return {
    page: Number(db.sql('PRAGMA page_size').get()?.page_size),
    pages: Number(db.sql('PRAGMA page_count').get()?.page_count),
    free: Number(db.sql('PRAGMA freelist_count').get()?.freelist_count),
  };
}

type Removable = readonly [table: string, size: string, time: string, condition?: string];

/** Data that may be removed to make room: its table, the bytes and the time of a row, and which rows. */
const removables: readonly Removable[] = [
  ...tiers.map((tier) => ['block', 'LENGTH(samples)', 'ends_at', `tier = '${tier}'`] as const),
  ['journal_block', 'LENGTH(data)', 'ends_at'],
  ['session_hour', 'LENGTH(figures)', 'ends_at'],
  ['stream_session', 'LENGTH(data)', 'seen_at'],
  ['problem', 'LENGTH(data)', 'fired_at'],
  ['problem_change', 'LENGTH(data)', 'at', 'whole = 0'],
  // A cluster whose servers have new names all the time adds a row for each.
  ['description', 'LENGTH(name) + LENGTH(data)', 'since'],
  ['event', 'LENGTH(subject) + LENGTH(message)', 'at'],
];

/** Removes about `bytes` from the largest kind of data, oldest first. False if nothing is left to remove. */
function removeOldest(db: HistoryDatabase, bytes: number): boolean {
  const [most] = removables.map((each) => ({ each, held: heldBy(db, each) })).sort((a, b) => b.held - a.held);
  if (!most || most.held === 0) return false;
  const [table, size, time, condition = 'TRUE'] = most.each;
  // Everything up to the moment before which `bytes` were written; at least the oldest row.
  const { changes } = db.transaction(() =>
    db
      .sql(
        `DELETE FROM ${table} WHERE ${condition} AND ${time} <= (
           SELECT MAX(${time}) FROM (
             SELECT ${time}, SUM(${size}) OVER (ORDER BY ${time} ROWS UNBOUNDED PRECEDING) - (${size}) AS before
             FROM ${table} WHERE ${condition}
           ) WHERE before < ?
         )`,
      )
      // Rows take more than their text, so all of them are never removed at once.
      .run(Math.min(bytes, most.held / 2)),
  );
  return Number(changes) > 0;
}

function heldBy(db: HistoryDatabase, [table, size, , condition = 'TRUE']: Removable): number {
  return Number(db.sql(`SELECT SUM(${size}) AS held FROM ${table} WHERE ${condition}`).get()?.held ?? 0);
}
