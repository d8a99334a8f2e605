import { MINUTE_MS } from '../base/durations.ts';
import { median, medianSlope, type Point } from '../base/theil-sen.ts';
import { linesThrough } from './principles/lines-through.ts';

/** A figure that keeps rising. Values are percent of its limit, times Unix ms. */
export interface Climb {
  /** Start of the rise: where the line leaves the level before it, or the first point if there was no level. */
  readonly since: number;
  /** Percent of the limit per minute. */
  readonly perMinute: number;
  /** Percent of the limit now. */
  readonly used: number;
}

/** A measured share of a limit: `x` Unix ms, `y` percent. */
export type Shares = readonly Point[];

/** Most points for the slopes of all pairs; the number of pairs is its square. */
const MOST_POINTS = 60;
/** The current value is the median of this many newest points. */
const NEWEST_POINTS = 3;
/** A line counts as rising if at most this share of the pairs of points does not rise. Noise, steps and waves have more. */
const FALLING_SHARE = 0.2;
/** The newer half must rise at least at this share of the whole slope; otherwise the rise has ended. */
const STILL_RISING_SHARE = 0.5;
/** A level counts as known after this many points. */
const HELD_POINTS = 4;
/**
 * A rise to this far above the highest known level counts as recovery, which may overshoot; percent of the limit,
 * or of the room that is left.
 */
const OVERSHOOT_PERCENT = 5;
const OVERSHOOT_SHARE = 1 / 3;
/** Most levels before the line. */
const MOST_CUTS = 4;
/** A cut must reduce the sum of squared errors to less than this share. */
const CUT_LEAVES_SHARE = 0.5;
/** The rise must be this many times the noise around the line. */
const LEAST_NOISE_FACTOR = 4;

/**
 * The climb at the end of these points. Undefined if they do not rise steadily, or only return to an earlier level.
 * `least`: the least number of points of a climb.
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
  // The slower pace counts, because a climb that slows down arrives later.
  return { since, perMinute: Math.min(perMs, newest) * MINUTE_MS, used };
}

function highestLevel(values: readonly number[]): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let end = values.length; end >= HELD_POINTS; end -= HELD_POINTS)
    highest = Math.max(highest, median(values.slice(end - HELD_POINTS, end)) ?? highest);
  return highest;
}

/** The robust slope of a rising line, per ms; undefined if too many pairs of points do not rise. */
function slopeOf(shares: Shares): number | undefined {
  const step = Math.ceil(shares.length / MOST_POINTS);
  const points = shares.filter((_, index) => (shares.length - 1 - index) % step === 0);
  return rises(points) ? medianSlope(points) : undefined;
}

/** Counted before the slopes are sorted, which is far slower: most lines do not rise. */
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
 * Index at which the last line begins. Before it there is a level, or several. Each cut into a level and a line must fit twice as
 * well as one line (least squares) and leave at least `least` points for the line. Undefined if there are fewer points.
 */
function turningPoint(shares: Shares, least: number): number | undefined {
  const { length } = shares;
  if (length < least) return undefined;
  const origin = shares[0] ?? { x: 0, y: 0 };
  const through = linesThrough(
    shares.map(({ x, y }) => ({ x: (x - origin.x) / MINUTE_MS, y: y - origin.y })),
  );
  let from = 0;
  for (let cuts = 0; cuts < MOST_CUTS; cuts++) {
    let turn = from;
    let fewest = CUT_LEAVES_SHARE * through(from, length).error;
    for (let cut = from + 1; cut <= length - least; cut++) {
      const both = through(from, cut).flatError + through(cut, length).error;
      if (both >= fewest) continue;
      turn = cut;
      fewest = both;
    }
    if (turn === from) break;
    from = turn;
  }
  return from;
}
