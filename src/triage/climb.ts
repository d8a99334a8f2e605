import { MINUTE_MS } from '../base/durations.ts';
import { median, type Point, pairSlopes, quantile } from '../base/theil-sen.ts';

/** A figure that keeps rising; percent of its limit, times in Unix ms. */
export interface Climb {
  /** Where the line leaves the level that was there before; of one that was never flat, the first point. */
  readonly since: number;
  /** Percent of the limit a minute. */
  readonly perMinute: number;
  /** Percent of the limit now. */
  readonly used: number;
}

/** A measured share of a limit: `x` Unix ms, `y` percent. */
export type Shares = readonly Point[];

/** Points that the slopes of all pairs are made of, at most: their number is its square. */
const MOST_POINTS = 60;
/** Points of which the middle one is what is used now. */
const NEWEST_POINTS = 3;
/** A line rises where all but so many of the pairs do: noise, steps and waves have more that fall or stay. */
const FALLING_SHARE = 0.2;
/** The newer half rises at least so much as fast as the whole: else it has ended. */
const STILL_RISING_SHARE = 0.5;
/** A level that was held for so many points is known. */
const HELD_POINTS = 4;
/** Up to so far above the highest known level it is a recovery, which may overshoot; percent of the limit, or of its rest. */
const OVERSHOOT_PERCENT = 5;
const OVERSHOOT_SHARE = 1 / 3;
/** Levels before the line, at most. */
const MOST_CUTS = 4;
/** A cut leaves less than so much of the squares. */
const CUT_LEAVES_SHARE = 0.5;
/** The rise is so many times the noise around the line. */
const LEAST_NOISE_FACTOR = 4;

/**
 * The climb that the newest of these points belong to; undefined where they do not rise steadily, or only come back to
 * what was known before. `least`: points that it must have.
 */
export function climbOf(shares: Shares, least: number): Climb | undefined {
  const turn = turningPoint(shares, least);
  if (turn === undefined) return undefined;
  const rising = shares.slice(turn);
  const perMs = slopeOf(rising);
  if (perMs === undefined) return undefined;
  const newest = slopeOf(rising.slice(Math.floor(rising.length / 2)));
  if (newest === undefined || newest < STILL_RISING_SHARE * perMs) return undefined;
  const start = median(rising.map(({ x, y }) => y - perMs * x)) ?? 0;
  const noise = median(rising.map(({ x, y }) => Math.abs(y - start - perMs * x))) ?? 0;
  const first = rising[0]?.x ?? 0;
  const last = rising.at(-1)?.x ?? 0;
  const used = median(rising.slice(-NEWEST_POINTS).map(({ y }) => y)) ?? 0;
  if (perMs * (last - first) < LEAST_NOISE_FACTOR * noise) return undefined;
  const before = shares.slice(0, turn).map(({ y }) => y);
  const highest = highestLevel(before);
  if (used < highest + Math.min(OVERSHOOT_PERCENT, (100 - highest) * OVERSHOOT_SHARE)) return undefined;
  const level = median(before.slice(-least));
  const crossing = level === undefined ? first : (level - start) / perMs;
  const earliest = shares[Math.max(0, turn - HELD_POINTS)]?.x ?? first;
  const since = Math.min(Math.max(crossing, earliest), first);
  // A climb that slows down arrives later.
  return { since, perMinute: Math.min(perMs, newest) * MINUTE_MS, used };
}

function highestLevel(values: readonly number[]): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let end = values.length; end >= HELD_POINTS; end -= HELD_POINTS)
    highest = Math.max(highest, median(values.slice(end - HELD_POINTS, end)) ?? highest);
  return highest;
}

/** Robust slope of a line that rises, each ms; undefined where too many pairs of points do not. */
function slopeOf(shares: Shares): number | undefined {
  const step = Math.ceil(shares.length / MOST_POINTS);
  const points = shares.filter((_, index) => (shares.length - 1 - index) % step === 0);
  return rises(points) ? quantile(pairSlopes(points), 0.5) : undefined;
}

/** Counted before slopes are sorted, which takes far longer: most lines do not rise. */
function rises(points: Shares): boolean {
  const pairs = (points.length * (points.length - 1)) / 2;
  let allowed = FALLING_SHARE * (pairs - 1);
  for (let late = 1; late < points.length; late++) {
    const { y = 0 } = points[late] ?? {};
    for (let early = 0; early < late; early++) {
      if ((points[early]?.y ?? y) < y) continue;
      if (--allowed < 0) return false;
    }
  }
  return pairs > 0;
}

/**
 * Where the last line begins: what stands before it is a level, or several. Each cut into a level and a line must fit
 * twice as well as one line (least squares), and leave the line `least` points; undefined of fewer.
 */
function turningPoint(shares: Shares, least: number): number | undefined {
  const { length } = shares;
  if (length < least) return undefined;
  const left = squaresLeft(shares);
  let from = 0;
  for (let cuts = 0; cuts < MOST_CUTS; cuts++) {
    let turn = from;
    let fewest = CUT_LEAVES_SHARE * left.line(from, length);
    for (let cut = from + 1; cut <= length - least; cut++) {
      const both = left.level(from, cut) + left.line(cut, length);
      if (both >= fewest) continue;
      turn = cut;
      fewest = both;
    }
    if (turn === from) break;
    from = turn;
  }
  return from;
}

/** Squares of what is left of the points in [from, to): by their best level, and by their best line. */
function squaresLeft(shares: Shares) {
  const origin = shares[0] ?? { x: 0, y: 0 };
  const minutes = ({ x }: Point) => (x - origin.x) / MINUTE_MS;
  const rise = ({ y }: Point) => y - origin.y;
  const x = sumsOver(shares, minutes);
  const xx = sumsOver(shares, (point) => minutes(point) ** 2);
  const y = sumsOver(shares, rise);
  const yy = sumsOver(shares, (point) => rise(point) ** 2);
  const xy = sumsOver(shares, (point) => minutes(point) * rise(point));
  const level = (from: number, to: number) => Math.max(0, yy(from, to) - y(from, to) ** 2 / (to - from));
  const line = (from: number, to: number) => {
    const spread = xx(from, to) - x(from, to) ** 2 / (to - from);
    const shared = xy(from, to) - (x(from, to) * y(from, to)) / (to - from);
    const flat = level(from, to);
    return spread > 0 ? Math.max(0, flat - shared ** 2 / spread) : flat;
  };
  return { level, line };
}

/** The sum of a term over the points in [from, to): a difference of two sums from the first point on. */
function sumsOver(shares: Shares, term: (point: Point) => number): (from: number, to: number) => number {
  const sums = new Float64Array(shares.length + 1);
  let sum = 0;
  shares.forEach((point, index) => {
    sum += term(point);
    sums[index + 1] = sum;
  });
  return (from, to) => (sums[to] ?? 0) - (sums[from] ?? 0);
}
