import type { HistoryDatabase } from '../database.ts';
import { believedUntil } from '../gap-store.ts';
import { decodeTimes } from './block.ts';
import { kindNames, QUARTER_MS, type Tier, tiers } from './kinds.ts';

/** A period of time (from, to], Unix ms. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

// Each of these queries uses an index.
const FIRST_BLOCK = 'SELECT ends_at, samples FROM block WHERE tier = ? ORDER BY ends_at LIMIT 1';
const LAST_BLOCK = 'SELECT MAX(ends_at) AS at FROM block WHERE tier = ? AND ends_at <= ?';
const FRAMES = 'SELECT MIN(at) AS oldest, MAX(at) AS newest FROM frame WHERE kind = ? AND at <= ?';

/**
 * The oldest and the newest time with figures, Unix ms; undefined if there are none. Figures of the future, which were
 * written under a wrong clock, are set aside: those after `latest`, Unix ms.
 */
export function knownRange(db: HistoryDatabase, latest = believedUntil(db)): Period | undefined {
  const frames = kindNames
    .map((kind) => db.sql(FRAMES).get(kind, latest))
    .filter((row) => row?.oldest != null);
  const exact = [
    ...frames.flatMap((row) => [Number(row?.oldest), Number(row?.newest)]),
    ...endsOf(db, 'raw', latest),
  ];
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
  const first = db.sql(FIRST_BLOCK).get(tier);
  const last = db.sql(LAST_BLOCK).get(tier, latest)?.at;
  if (!first || last == null) return [];
  return [timesOf(first.samples)[0] ?? Number(first.ends_at), Number(last)];
}

/** Empty if the block is damaged. */
function timesOf(data: unknown): readonly number[] {
  try {
    return data instanceof Uint8Array ? decodeTimes(data) : [];
  } catch {
    return [];
  }
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
