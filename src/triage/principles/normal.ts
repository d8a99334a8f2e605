import { MINUTE_MS } from '../../base/durations.ts';
import { median, medianSlope } from '../../base/theil-sen.ts';

/** What is usual for a figure. */
export interface Normal {
  /** The median of the last hour. */
  readonly level: number;
  /** How far single values usually are from the level: a robust standard deviation, in the unit of the figure. */
  readonly spread: number;
}

/**
 * Minutes of a figure, oldest first: when each ended (Unix ms), its level and its spread. There are thousands of
 * figures, and lists of numbers take a quarter of the memory of objects.
 */
class Minutes {
  endsAt: number[] = [];
  level: number[] = [];
  spread: number[] = [];

  get size(): number {
    return this.endsAt.length;
  }

  add(endsAt: number, { level, spread }: Normal): void {
    this.endsAt.push(endsAt);
    this.level.push(level);
    this.spread.push(spread);
  }

  /** Moves the oldest one to the end of `others`. */
  moveOldest(others: Minutes): void {
    others.add(this.endsAt[0] ?? 0, { level: this.level[0] ?? 0, spread: this.spread[0] ?? 0 });
    this.dropOldest();
  }

  dropOldest(): void {
    this.endsAt.shift();
    this.level.shift();
    this.spread.shift();
  }
}

/** The normal covers this many minutes. */
const MOST_MINUTES = 60;
/**
 * A trend is computed from at most this many of the newest minutes, from at least the number below, and is extended for at
 * most this long without a new one.
 */
const TREND_MINUTES = 30;
const LEAST_TREND_MINUTES = 15;
const TREND_GOES_ON_MS = 10 * MINUTE_MS;
/** Factor from the median absolute deviation to the standard deviation of a normal distribution. */
const MAD_TO_SPREAD = 1.4826;

/** Median and robust spread of the values; undefined if there are none. */
export function normalOf(values: readonly number[]): Normal | undefined {
  const level = median(values);
  if (level === undefined) return undefined;
  const away = median(values.map((value) => Math.abs(value - level))) ?? 0;
  return { level, spread: MAD_TO_SPREAD * away };
}

/**
 * The normal of one figure over the last hour, from medians of minutes. The caller passes only usual values, so
 * that a lasting fault does not become normal.
 */
export class NormalTrack {
  readonly #waitsMs: number;
  readonly #phase: number;
  #minutes = new Minutes();
  #waiting = new Minutes();
  #values: number[] = [];
  #minute: number | undefined;
  #normal: Normal | undefined;
  #trend: Trend | undefined;
  #middle: number | undefined;

  /**
   * @param waitsMs age at which a minute is admitted, because it may turn out to be the start of a deviation; longer
   *   for slow ones, which are detected late
   * @param phase ms after a full minute at which the minutes of this figure begin; thousands of figures that end
   *   their minutes at the same time would block the program
   */
  constructor(waitsMs: number, phase = 0) {
    this.#waitsMs = waitsMs;
    this.#phase = phase;
  }

  /** Undefined before the first value. */
  get normal(): Normal | undefined {
    return this.#normal;
  }

  /** The middle of the minutes that the level is computed from, Unix ms; undefined before the first one. */
  get middle(): number | undefined {
    this.#middle ??= median(this.#minutes.endsAt);
    return this.#middle;
  }

  /**
   * What is expected `at` (Unix ms) if the trend of the last half hour continues, and how far single values are from
   * that; undefined with too few minutes.
   */
  trendAt(at: number): Normal | undefined {
    const newest = this.#minutes.endsAt.at(-1);
    if (newest === undefined || this.#minutes.size < LEAST_TREND_MINUTES) return undefined;
    this.#trend ??= trendOf(this.#minutes);
    const { slope, level, spread, middle } = this.#trend;
    return { level: level + slope * (Math.min(at, newest + TREND_GOES_ON_MS) - middle), spread };
  }

  /** Adds a usual value that was measured `at` (Unix ms). */
  take(at: number, value: number): void {
    const minute = Math.floor((at - this.#phase) / MINUTE_MS);
    const isNext = minute !== this.#minute;
    if (isNext) this.#close(at);
    this.#minute = minute;
    this.#values.push(value);
    // Before the first minute is admitted, the normal comes from those that wait, or from all values so far.
    const isYoung = this.#minutes.size === 0;
    if (isYoung && (isNext || this.#waiting.size === 0)) {
      const { level, spread, size } = this.#waiting;
      this.#normal = size === 0 ? normalOf(this.#values) : ofMinutes(level, spread);
    }
  }

  /** Drops the values that were not admitted yet, because a deviation has begun and they may belong to it. */
  drop(): void {
    if (this.#minutes.size === 0) return;
    this.#waiting = new Minutes();
    this.#values = [];
  }

  clear(): void {
    this.#minutes = new Minutes();
    this.#waiting = new Minutes();
    this.#values = [];
    this.#normal = undefined;
    this.#trend = undefined;
    this.#middle = undefined;
  }

  #close(at: number): void {
    const ended = normalOf(this.#values);
    if (ended) this.#waiting.add(at, ended);
    this.#values = [];
    let admitted = false;
    while (at - (this.#waiting.endsAt[0] ?? at) >= this.#waitsMs && this.#waiting.size > 0) {
      this.#waiting.moveOldest(this.#minutes);
      if (this.#minutes.size > MOST_MINUTES) this.#minutes.dropOldest();
      admitted = true;
    }
    if (!admitted) return;
    this.#normal = ofMinutes(this.#minutes.level, this.#minutes.spread);
    this.#trend = undefined;
    this.#middle = undefined;
  }
}

/** A line: its level at its middle (Unix ms), its rise per ms, and how far values are from it. */
interface Trend extends Normal {
  readonly slope: number;
  readonly middle: number;
}

/** Of the newest minutes, by Theil–Sen, so that some minutes of a fault do not change it. */
function trendOf({ endsAt, level, spread }: Minutes): Trend {
  const levels = level.slice(-TREND_MINUTES);
  const points = endsAt.slice(-TREND_MINUTES).map((x, index) => ({ x, y: levels[index] ?? 0 }));
  const slope = medianSlope(points) ?? 0;
  const middle = median(points.map(({ x }) => x)) ?? 0;
  const straight = points.map(({ x, y }) => y + slope * (middle - x));
  return { slope, middle, level: 0, spread: 0, ...ofMinutes(straight, spread.slice(-TREND_MINUTES)) };
}

/** The level of several minutes, and the larger of the spread between them and the spread within one. */
function ofMinutes(levels: readonly number[], spreads: readonly number[]): Normal | undefined {
  const between = normalOf(levels);
  return between && { level: between.level, spread: Math.max(between.spread, median(spreads) ?? 0) };
}
