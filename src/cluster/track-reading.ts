import type { Track } from './track.ts';
import { windowOf } from './window.ts';

/**
 * Means over aligned buckets of (from, to], oldest first; null where nothing was measured. A bucket shorter than the
 * poll's interval takes the point before it, unless a gap lies between; after the newest point only for `hold`.
 */
export function alignedWindow(
  track: Track,
  column: number,
  from: number,
  to: number,
  buckets: number,
): (number | null)[] {
  const length = (to - from) / buckets;
  const begin = Math.ceil(to / length) * length - buckets * length;
  const readings = {
    size: track.size,
    time: (index: number) => track.time(index),
    value: (index: number) => track.value(column, index),
    after: (at: number) => track.after(at),
  };
  return windowOf(readings, { begin, length, buckets }, (age, isNewest) => !isNewest || age <= track.hold);
}

/** Latest value at or before `at`; undefined where that is a gap, or nothing. */
export function lastOf(track: Track, column: number, at: number): number | undefined {
  const value = track.value(column, track.after(at) - 1);
  return Number.isNaN(value) ? undefined : value;
}

/** Raw points in (from, to], oldest first. */
export function pointsOf(track: Track, column: number, from: number, to: number) {
  const points: { at: number; value: number | null }[] = [];
  for (let index = track.after(from); index < track.size && track.time(index) <= to; index++) {
    const value = track.value(column, index);
    points.push({ at: track.time(index), value: Number.isNaN(value) ? null : value });
  }
  return points;
}
