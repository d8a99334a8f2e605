import type { Track } from './track.ts';

/**
 * Means over aligned buckets of (from, to], oldest first; null where nothing was measured. A bucket shorter than the
 * poll's interval takes the point before it, unless a gap lies between; after the newest point only for `hold`.
 */
export function windowOf(
  track: Track,
  column: number,
  from: number,
  to: number,
  buckets: number,
): (number | null)[] {
  const length = (to - from) / buckets;
  const begin = Math.ceil(to / length) * length - buckets * length;
  let index = track.after(begin);
  let held = index > 0 ? track.value(column, index - 1) : Number.NaN;
  let heldAt = index > 0 ? track.time(index - 1) : Number.NaN;
  const result: (number | null)[] = [];
  for (let bucket = 0; bucket < buckets; bucket++) {
    const start = begin + bucket * length;
    const end = start + length;
    const carried = index < track.size || start - heldAt <= track.hold ? held : Number.NaN;
    let sum = 0;
    let count = 0;
    let touched = false;
    for (; index < track.size && track.time(index) <= end; index++) {
      held = track.value(column, index);
      heldAt = track.time(index);
      touched = true;
      if (Number.isNaN(held)) continue;
      sum += held;
      count++;
    }
    if (count > 0) result.push(sum / count);
    else result.push(touched || Number.isNaN(carried) ? null : carried);
  }
  return result;
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
