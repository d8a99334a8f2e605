import { alignedEnd, ROUNDING_MS, type Spread, spreadOf, type Window } from './window.ts';

/** Initial capacity; the arrays double up to the full capacity, so that short-lived tracks stay small. */
const FIRST_CAPACITY = 16;
/** Missing intervals after which there is a gap. */
const GAP_INTERVALS = 3;
const NO_VALUES = new Float64Array();

/** The least and the most of each column. */
interface Range {
  readonly least: readonly number[];
  readonly most: readonly number[];
}

/**
 * A ring of points in time with one or more columns that share the times. NaN means "not measured"; a point with
 * NaN in every column is an explicit gap. Takes 8 × (1 + columns) bytes per point, and 8 × columns more once points were
 * replaced: their least and most values stay.
 */
export class Track {
  #times: Float64Array;
  #columns: Float64Array[];
  /** The least and the most of the points that each point stands for; undefined while no point was replaced. */
  #ranges: { least: Float32Array[]; most: Float32Array[] } | undefined;
  #capacity: number;
  #step: number;
  #start = 0;
  #size = 0;
  #interval = 0;

  /** `step`: at most one point is kept in each multiple of this time, ms; a newer one replaces it. */
  constructor(columns: number, capacity: number, step: number) {
    this.#capacity = capacity;
    this.#step = step;
    const length = Math.min(FIRST_CAPACITY, capacity);
    this.#times = new Float64Array(length);
    this.#columns = Array.from({ length: columns }, () => new Float64Array(length));
  }

  get size(): number {
    return this.#size;
  }

  /** How long the newest point remains valid, ms. */
  get hold(): number {
    return GAP_INTERVALS * Math.max(this.#interval, this.#step);
  }

  time(index: number): number {
    return this.#times[(this.#start + index) % this.#times.length] ?? Number.NaN;
  }

  value(column: number, index: number): number {
    return this.#columns[column]?.[(this.#start + index) % this.#times.length] ?? Number.NaN;
  }

  /**
   * The means that `spreadOf` gives, straight from the arrays: triage reads hundreds of windows every few seconds, and
   * each number that a function returns would be an object.
   */
  means(column: number, { begin, length, buckets, until }: Window): (number | null)[] {
    const times = this.#times;
    const values = this.#columns[column] ?? NO_VALUES;
    const means: (number | null)[] = [];
    let index = this.after(begin + ROUNDING_MS);
    for (let bucket = 0; bucket < buckets; bucket++) {
      const start = begin + bucket * length;
      const end = Math.min(until, start + length + ROUNDING_MS);
      let sum = 0;
      let count = 0;
      for (; index < this.#size; index++) {
        const slot = (this.#start + index) % times.length;
        if ((times[slot] ?? 0) > end) break;
        const value = values[slot] ?? Number.NaN;
        if (Number.isNaN(value)) continue;
        sum += value;
        count++;
      }
      means.push(count > 0 ? sum / count : this.#held(column, index - 1, start));
    }
    return means;
  }

  /** What a point says about a later time without one, Unix ms; null if nothing. */
  #held(column: number, index: number, at: number): number | null {
    if (index < 0 || (index === this.#size - 1 && at - this.time(index) > this.hold)) return null;
    const value = this.value(column, index);
    return Number.isNaN(value) ? null : value;
  }

  /** The least value that the point stands for: its own, or one that it replaced. */
  least(column: number, index: number): number {
    const slot = (this.#start + index) % this.#times.length;
    return this.#ranges?.least[column]?.[slot] ?? this.value(column, index);
  }

  most(column: number, index: number): number {
    const slot = (this.#start + index) % this.#times.length;
    return this.#ranges?.most[column]?.[slot] ?? this.value(column, index);
  }

  /** Some point stands for several. */
  get hasRanges(): boolean {
    return this.#ranges !== undefined;
  }

  /** Number of points at or before `at`: the index of the first one after it. */
  after(at: number): number {
    let low = 0;
    let high = this.#size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.time(middle) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Adds a point. A pause of more than three `interval`s (ms) becomes a gap. If the local clock was set back,
   * points that are now in the future are dropped, because a time cannot have two values.
   */
  push(at: number, values: readonly (number | null | undefined)[], interval: number): void {
    while (this.#size > 0 && this.time(this.#size - 1) > at) this.#size--;
    const nominal = Math.max(interval, this.#interval, this.#step);
    this.#interval = interval;
    if (this.#size > 0) {
      const last = this.time(this.#size - 1);
      if (at - last > GAP_INTERVALS * nominal) this.gap(last + nominal);
      else if (Math.floor(last / this.#step) === Math.floor(at / this.#step)) {
        const replaced = this.#range(this.#size - 1);
        this.#size--;
        this.#write(at, values);
        this.#widen(replaced);
        return;
      }
    }
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

  /** A coarser copy: fewer points at a longer step. */
  coarsened(capacity: number, step: number): Track {
    const copy = new Track(this.#columns.length, capacity, step);
    for (let index = 0; index < this.#size; index++) {
      if (this.#isGap(index)) copy.gap(this.time(index));
      else {
        copy.push(this.time(index), this.#row(index), this.#interval);
        if (this.#ranges) copy.#widen(this.#range(index));
      }
    }
    return copy;
  }

  #range(index: number): Range {
    return {
      least: this.#columns.map((_, column) => this.least(column, index)),
      most: this.#columns.map((_, column) => this.most(column, index)),
    };
  }

  /** Extends the range of the newest point; what was not measured changes nothing. */
  #widen({ least, most }: Range): void {
    const copied = () => this.#columns.map((column) => new Float32Array(column));
    this.#ranges ??= { least: copied(), most: copied() };
    const slot = (this.#start + this.#size - 1) % this.#times.length;
    this.#columns.forEach((_, column) => {
      const [low, high] = [this.#ranges?.least[column], this.#ranges?.most[column]];
      const [lower = Number.NaN, higher = Number.NaN] = [least[column], most[column]];
      if (low && !(lower >= (low[slot] ?? 0)) && !Number.isNaN(lower)) low[slot] = lower;
      if (high && !(higher <= (high[slot] ?? 0)) && !Number.isNaN(higher)) high[slot] = higher;
    });
  }

  #row(index: number): number[] {
    return this.#columns.map((_, column) => this.value(column, index));
  }

  #isGap(index: number): boolean {
    return this.#row(index).every(Number.isNaN);
  }

  #write(at: number, values: readonly (number | null | undefined)[]): void {
    if (this.#size === this.#times.length && this.#size < this.#capacity) this.#grow();
    const length = this.#times.length;
    const slot = (this.#start + this.#size) % length;
    if (this.#size === length) this.#start = (this.#start + 1) % length;
    else this.#size++;
    this.#times[slot] = at;
    for (let column = 0; column < this.#columns.length; column++) {
      const target = this.#columns[column];
      const value = values[column] ?? Number.NaN;
      if (target) target[slot] = value;
      for (const range of [this.#ranges?.least[column], this.#ranges?.most[column]])
        if (range) range[slot] = value;
    }
  }

  /** The ring is full; in the larger one its points start at index 0. */
  #grow(): void {
    const length = Math.min(this.#capacity, this.#times.length * 2);
    const grown = <T extends Float32Array | Float64Array>(old: T, next: T): T => {
      next.set(old.subarray(this.#start));
      next.set(old.subarray(0, this.#start), old.length - this.#start);
      return next;
    };
    this.#times = grown(this.#times, new Float64Array(length));
    this.#columns = this.#columns.map((old) => grown(old, new Float64Array(length)));
    const short = (all: Float32Array[]) => all.map((old) => grown(old, new Float32Array(length)));
    this.#ranges &&= { least: short(this.#ranges.least), most: short(this.#ranges.most) };
    this.#start = 0;
  }
}

/**
 * Means, least and most over aligned buckets of (from, to]. A bucket shorter than the
 * poll's interval takes the previous point, unless there is a gap between; after the newest point only for `hold`.
 */
export function alignedSpread(track: Track, column: number, period: Period): Spread {
  const readings = {
    size: track.size,
    time: (index: number) => track.time(index),
    value: (index: number) => track.value(column, index),
    ...(track.hasRanges && {
      least: (index: number) => track.least(column, index),
      most: (index: number) => track.most(column, index),
    }),
    after: (at: number) => track.after(at),
  };
  const holds = (age: number, isNewest: boolean) => !isNewest || age <= track.hold;
  return spreadOf(readings, alignedBuckets(period), holds);
}

/** The means alone. */
export function alignedMeans(track: Track, column: number, period: Period): (number | null)[] {
  return track.means(column, alignedBuckets(period));
}

/** The part (from, to] of a track, Unix ms, in equal parts. */
interface Period {
  readonly from: number;
  readonly to: number;
  readonly buckets: number;
}

function alignedBuckets({ from, to, buckets }: Period): Window {
  const length = (to - from) / buckets;
  return { begin: alignedEnd(to, length) - buckets * length, length, buckets, until: to };
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
