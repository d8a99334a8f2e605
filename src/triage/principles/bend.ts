/**
 * Where a smooth figure bends: the moment at which its slope changes the most. A total that is drained has waves of its
 * own, so its level says little about when the drain began, but its slope changes from one minute to the next.
 */

export interface Point {
  /** Unix ms. */
  readonly at: number;
  readonly value: number;
}

export interface Bend {
  /** Unix ms: the bend, and the earliest moment that is as plausible. */
  readonly at: number;
  readonly from: number;
  /** The figure at the bend. */
  readonly value: number;
  /** How much the slope changes, as a share of the value per minute; positive. */
  readonly perMinute: number;
}

/** The slopes of this long before and after a moment are compared, ms; a noisy figure needs a longer time. */
const WINDOWS_MS = [60_000, 120_000, 240_000] as const;
const LEAST_POINTS = 6;
/** The change of the slope must be so many of its standard errors. */
const LEAST_ERRORS = 6;
/** Moments at which the slope changes by at least this share of the most are as plausible. */
const PLAUSIBLE = 0.9;

/** The strongest bend downwards (−1) or upwards (1). The points must be in order of time. */
export function bendOf(points: readonly Point[], sign: -1 | 1): Bend | undefined {
  for (const windowMs of WINDOWS_MS) {
    const bend = bendWithin(points, sign, windowMs);
    if (bend) return bend;
  }
  return undefined;
}

function bendWithin(points: readonly Point[], sign: -1 | 1, windowMs: number): Bend | undefined {
  const sums = sumsOf(points);
  const first = points[0]?.at ?? 0;
  const last = points.at(-1)?.at ?? 0;
  const bends: { readonly point: Point; readonly change: number; readonly errors: number }[] = [];
  let from = 0;
  let to = 0;
  for (const [index, point] of points.entries()) {
    while ((points[from]?.at ?? 0) < point.at - windowMs) from++;
    while (to + 1 < points.length && (points[to + 1]?.at ?? 0) <= point.at + windowMs) to++;
    if (point.at - first < windowMs || last - point.at < windowMs) continue;
    const before = slopeOf(sums, from, index);
    const after = slopeOf(sums, index, to);
    if (!before || !after) continue;
    const change = sign * (after.slope - before.slope);
    bends.push({ point, change, errors: change / Math.hypot(before.error, after.error) });
  }
  const best = bends.reduce<(typeof bends)[number] | undefined>(
    (most, one) => (one.change > (most?.change ?? 0) ? one : most),
    undefined,
  );
  if (!best || best.errors < LEAST_ERRORS || best.point.value <= 0) return undefined;
  let earliest = bends.indexOf(best);
  while ((bends[earliest - 1]?.change ?? 0) >= PLAUSIBLE * best.change) earliest--;
  const { at, value } = best.point;
  return {
    at,
    from: bends[earliest]?.point.at ?? at,
    value,
    perMinute: (60 * best.change) / value,
  };
}

/** Sums over all points before each index, of seconds and of values from the first point. */
interface Sums {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly xx: readonly number[];
  readonly xy: readonly number[];
  readonly yy: readonly number[];
}

function sumsOf(points: readonly Point[]): Sums {
  const sums = { x: [0], y: [0], xx: [0], xy: [0], yy: [0] };
  const [origin] = points;
  const add = (list: number[], more: number) => list.push((list.at(-1) ?? 0) + more);
  for (const { at, value } of points) {
    const x = (at - (origin?.at ?? 0)) / 1000;
    const y = value - (origin?.value ?? 0);
    add(sums.x, x);
    add(sums.y, y);
    add(sums.xx, x * x);
    add(sums.xy, x * y);
    add(sums.yy, y * y);
  }
  return sums;
}

/** Slope of the line through the points from one index to another, per second, and its standard error. */
function slopeOf(sums: Sums, from: number, to: number): { slope: number; error: number } | undefined {
  const count = to - from + 1;
  if (count < LEAST_POINTS) return undefined;
  const of = (list: readonly number[]) => (list[to + 1] ?? 0) - (list[from] ?? 0);
  const [x, y] = [of(sums.x) / count, of(sums.y) / count];
  const spread = of(sums.xx) - count * x * x;
  const common = of(sums.xy) - count * x * y;
  if (spread <= 0) return undefined;
  const slope = common / spread;
  const squares = Math.max(0, of(sums.yy) - count * y * y - slope * common);
  return { slope, error: Math.sqrt(squares / (count - 2) / spread) };
}
