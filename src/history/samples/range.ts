import type { HistoryDatabase } from '../database.ts';
import { believedUntil } from '../gap-store.ts';
import { FRAMES_A_MS, headOf } from './block-store.ts';
import { LONGEST_BLOCK_MS, QUARTER_MS, type Tier, tiers } from './kinds.ts';

/** A period of time (from, to], Unix ms. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

// Each of these queries uses an index.
const FIRST_BLOCK = 'SELECT ends_at FROM block WHERE tier = ? ORDER BY ends_at LIMIT 1';
/** The block of each kind that starts first: one that starts earlier may end later than the one that ends first. */
const FIRST_BLOCKS = `SELECT samples, MIN(starts_at) FROM sound_block WHERE tier = ? AND ends_at <= ? AND starts_at <= ? GROUP BY kind`;
const LAST_BLOCK = 'SELECT MAX(ends_at) AS at FROM block WHERE tier = ? AND ends_at <= ?';
const FIRST_FRAME = 'SELECT id AS at FROM frame ORDER BY id LIMIT 1';
const LAST_FRAMES = 'SELECT MAX(ends_at) AS at FROM frame WHERE id > ? AND ends_at <= ?';
const LAST_FRAME = 'SELECT id AS at FROM frame WHERE id <= ? ORDER BY id DESC LIMIT 1';

/**
 * The oldest and the newest time with figures, Unix ms; undefined if there are none. Figures of the future, which were
 * written under a wrong clock, are set aside: those after `latest`, Unix ms.
 */
export function knownRange(db: HistoryDatabase, latest = believedUntil(db)): Period | undefined {
  const exact = [...framesOf(db, latest), ...endsOf(db, 'raw', latest)];
  let [from, to] = [Math.min(...exact), Math.max(...exact)];
  // A step of a roll-up covers the time before it, so it extends the range only if full resolution is deleted
  // there.
  for (const tier of tiers.filter((each) => each !== 'raw')) {
    const [first, last] = endsOf(db, tier, latest);
    if (first !== undefined && first < from) from = first - QUARTER_MS;
    if (last !== undefined && last - QUARTER_MS > to) to = last;
  }
  return from <= to ? { from, to } : undefined;
}

/** The first and the last time of a tier; empty if the tier is. */
function endsOf(db: HistoryDatabase, tier: Tier, latest: number): readonly number[] {
  const first = Number(db.sql(FIRST_BLOCK).get(tier)?.ends_at);
  const last = db.sql(LAST_BLOCK).get(tier, latest)?.at;
  if (Number.isNaN(first) || last == null) return [];
  const heads = db.sql(FIRST_BLOCKS).all(tier, first + LONGEST_BLOCK_MS, first);
  return [Math.min(first, ...heads.flatMap(({ samples }) => headOf(samples).times[0] ?? [])), Number(last)];
}

/** The first and the last time of the frames; empty if there are none. */
function framesOf(db: HistoryDatabase, latest: number): readonly number[] {
  const first = db.sql(FIRST_FRAME).get();
  const last = db.sql(LAST_FRAME).get(latest * FRAMES_A_MS);
  if (!first || !last) return [];
  const [start, newest] = [first, last].map(({ at }) => Math.floor(Number(at) / FRAMES_A_MS));
  const end = db.sql(LAST_FRAMES).get(Number(last.at) - LONGEST_BLOCK_MS * FRAMES_A_MS, latest)?.at;
  return [start ?? 0, Number(end ?? newest)];
}

/** A period without these parts, which are sorted by time. */
export function without(whole: Period, parts: readonly Period[]): readonly Period[] {
  const left: Period[] = [];
  let { from } = whole;
  for (const part of parts) {
    if (part.to <= from || part.from >= whole.to) continue;
    if (part.from > from) left.push({ from, to: part.from });
    from = part.to;
  }
  if (from < whole.to) left.push({ from, to: whole.to });
  return left;
}
