/**
 * Where a smooth figure bends: the moment at which its slope changes the most. A total that is drained has waves of its
 * own, so its level says little about when the drain began, but its slope changes from one minute to the next.
 */

import { linesThrough } from './lines-through.ts';

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

/** The strongest bend downwards. The points must be in order of time. */
export function bendOf(points: readonly Point[]): Bend | undefined {
  for (const windowMs of WINDOWS_MS) {
    const bend = bendWithin(points, windowMs);
    if (bend) return bend;
  }
  return undefined;
}

function bendWithin(points: readonly Point[], windowMs: number): Bend | undefined {
  const { at: first, value: level } = points[0] ?? { at: 0, value: 0 };
  const through = linesThrough(points.map(({ at, value }) => ({ x: (at - first) / 1000, y: value - level })));
  const last = points.at(-1)?.at ?? 0;
  const bends: { readonly point: Point; readonly change: number; readonly errors: number }[] = [];
  let from = 0;
  let to = 0;
  for (const [index, point] of points.entries()) {
    while ((points[from]?.at ?? 0) < point.at - windowMs) from++;
    while (to + 1 < points.length && (points[to + 1]?.at ?? 0) <= point.at + windowMs) to++;
    if (point.at - first < windowMs || last - point.at < windowMs) continue;
    const before = slopeOf(through, from, index);
    const after = slopeOf(through, index, to);
    if (!before || !after) continue;
    const change = before.slope - after.slope;
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
  const perMinute = (60 * best.change) / value;
  return { at, from: bends[earliest]?.point.at ?? at, value, perMinute };
}

/** Slope of the line through the points from one index to another, per second, and its standard error. */
function slopeOf(through: ReturnType<typeof linesThrough>, from: number, to: number) {
  const count = to - from + 1;
  if (count < LEAST_POINTS) return undefined;
  const { slope, spread, error } = through(from, to + 1);
  return spread > 0 ? { slope, error: Math.sqrt(error / (count - 2) / spread) } : undefined;
}
