import { firstIndex } from '../base/first-index.ts';
import { alignedEnd, type Spread, spreadOf } from './window.ts';

/** Initial length of the arrays; they double up to the capacity, so that short-lived tracks stay small. */
const FIRST_LENGTH = 16;
/** Missing intervals after which there is a gap. */
const GAP_INTERVALS = 3;

/**
 * A ring of points in time with one or more columns that share the times. NaN means "not measured"; a point with
 * NaN in every column is an explicit gap. Takes 8 × (1 + columns) bytes per point.
 */
export class Track {
  #times: Float64Array;
  #columns: Float64Array[];
  #capacity: number;
  #start = 0;
  #size = 0;
  #interval = 0;

  /** Of more points than `capacity` the oldest are dropped. */
  constructor(columns: number, capacity: number) {
    this.#capacity = capacity;
    const length = Math.min(FIRST_LENGTH, capacity);
    this.#times = new Float64Array(length);
    this.#columns = Array.from({ length: columns }, () => new Float64Array(length));
  }

  get size(): number {
    return this.#size;
  }

  /** How long the newest point remains valid, ms. */
  get hold(): number {
    return GAP_INTERVALS * this.#interval;
  }

  time(index: number): number {
    return this.#times[(this.#start + index) % this.#times.length] ?? Number.NaN;
  }

  value(column: number, index: number): number {
    return this.#columns[column]?.[(this.#start + index) % this.#times.length] ?? Number.NaN;
  }

  /** Number of points at or before `at`: the index of the first one after it. */
  after(at: number): number {
    return firstIndex(this.#size, (index) => this.time(index) > at);
  }

  /**
   * Adds a point. A pause of more than three `interval`s (ms) becomes a gap. Points that are then in the future, as the
   * local clock was set back, and one of the same time are dropped, because a time cannot have two values.
   */
  push(at: number, values: readonly (number | null | undefined)[], interval: number): void {
    while (this.#size > 0 && this.time(this.#size - 1) >= at) this.#size--;
    const nominal = Math.max(interval, this.#interval);
    this.#interval = interval;
    const last = this.#size > 0 ? this.time(this.#size - 1) : at;
    if (at - last > GAP_INTERVALS * nominal) this.gap(last + nominal);
    this.#write(at, values);
  }

  /** Marks that nothing is known from `at` on; a gap after a gap adds nothing. */
  gap(at: number): void {
    if (this.#size === 0 || this.#isGap(this.#size - 1) || this.time(this.#size - 1) >= at) return;
    this.#write(at, []);
  }

  /** Removes points before `at`, so that a track that is written less often takes less memory. */
  dropBefore(at: number): void {
    while (this.#size > 0 && this.time(0) < at) {
      this.#start = (this.#start + 1) % this.#times.length;
      this.#size--;
    }
  }

  /** Removes gaps at the newest end, before the server's own history fills them. */
  dropTrailingGap(): void {
    while (this.#size > 0 && this.#isGap(this.#size - 1)) this.#size--;
  }

  /** Holds at most this many points from now on: the newest ones. */
  limit(capacity: number): void {
    this.#capacity = capacity;
    if (this.#times.length > capacity) this.#resize(capacity);
  }

  #isGap(index: number): boolean {
    return this.#columns.every((_, column) => Number.isNaN(this.value(column, index)));
  }

  #write(at: number, values: readonly (number | null | undefined)[]): void {
    if (this.#size === this.#times.length && this.#size < this.#capacity) this.#resize(2 * this.#size);
    const length = this.#times.length;
    const slot = (this.#start + this.#size) % length;
    if (this.#size === length) this.#start = (this.#start + 1) % length;
    else this.#size++;
    this.#times[slot] = at;
    for (let column = 0; column < this.#columns.length; column++) {
      const target = this.#columns[column];
      if (target) target[slot] = values[column] ?? Number.NaN;
    }
  }

  /** Arrays of another length, in which the newest points start at index 0. */
  #resize(wanted: number): void {
    const length = Math.min(this.#capacity, wanted);
    const size = Math.min(this.#size, length);
    const first = this.#size - size;
    const moved = (read: (index: number) => number) =>
      new Float64Array(length).map((_, index) => (index < size ? read(first + index) : 0));
    const columns = this.#columns.map((_, column) => moved((index) => this.value(column, index)));
    this.#times = moved((index) => this.time(index));
    this.#columns = columns;
    this.#start = 0;
    this.#size = size;
  }
}

/**
 * Means, least and most over aligned buckets of (from, to]. A bucket shorter than the
 * poll's interval takes the previous point, unless there is a gap between; after the newest point only for `hold`.
 */
export function alignedSpread(track: Track, column: number, { from, to, buckets }: Period): Spread {
  const readings = {
    size: track.size,
    time: (index: number) => track.time(index),
    value: (index: number) => track.value(column, index),
    after: (at: number) => track.after(at),
  };
  const holds = (age: number, isNewest: boolean) => !isNewest || age <= track.hold;
  const length = (to - from) / buckets;
  const begin = alignedEnd(to, length) - buckets * length;
  return spreadOf(readings, { begin, length, buckets, until: to }, holds);
}

/** The part (from, to] of a track, Unix ms, in equal parts. */
interface Period {
  readonly from: number;
  readonly to: number;
  readonly buckets: number;
}

/** Latest value at or before `at`; undefined if that is a gap, or there is none. */
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
