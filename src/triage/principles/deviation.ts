/**
 * Deviations of a figure from its normal, both slow and sudden ones. The residual of a sample is its difference
 * from the normal as a share of the normal: −0.2 is a fifth below.
 */

import { median } from '../../base/theil-sen.ts';
import type { Point } from './bend.ts';
import { linesThrough } from './lines-through.ts';

export interface Residual {
  /** Unix ms. */
  readonly at: number;
  readonly share: number;
}

/** A current deviation. Times are Unix ms. */
export interface Deviation {
  readonly direction: 'fallen' | 'risen';
  /** The change-point, and the last sample before the earliest other plausible one. */
  readonly since: number;
  readonly lastGoodAt: number;
  /** When it had lasted long enough to be reported. */
  readonly noticedAt: number;
}

/** How far a figure may be from its normal. */
export interface Tolerance {
  /** Its usual spread, as a share of the normal. */
  readonly spread: number;
  /** A lasting difference below this share is not a deviation. */
  readonly least: number;
}

/** Page–Hinkley test: each residual counts with the number of spreads beyond this allowance, */
const ALLOWED_SPREADS = 1;
/** and an alarm is raised at this sum. */
const ALARM_SUM = 8;
/** Most that a single sample can add. */
const MOST_OF_ONE = 10;
/** The median of this many newest samples must differ, so that one odd sample is not a deviation. */
const NEWEST = 3;
/** A deviation ends when the figure has been within this share of the tolerance for some time. */
const ENDS_WITHIN = 0.6;
const ENDS_AFTER_MS = 30_000;
/** When the deviation has grown by this factor, its change-point is searched for again. */
const GROWS = 1.25;
/** A tolerated difference becomes normal after this time, ms. */
const STRAYS_MS = 1_200_000;
/** The change-point is searched among at most this many residuals, with a least distance in time. */
const MOST_KEPT = 96;
const KEPT_MS = 1_200_000;
const KEPT_APART_MS = 3_500;

/** A fall that takes no longer than this comes within seconds: no audience does that by itself, ms. */
export const SUDDEN_MS = 20_000;
/** A level is the median of so long before, ms, from so many values; that of a peak was not held. */
export const HELD_MS = 360_000;
const LEAST_HELD = 3;
/** The level just before a fall is the median of this many values. */
const JUST_BEFORE = 5;

/** A fall within seconds. It needs no normal, but a level that was held before it. */
export interface SuddenFall extends Deviation {
  readonly level: number;
}

/**
 * The fall that the last two of the `newest` values are, both below the level of the `recent` ones by `share` and by `least`.
 * All are in order of time; a value is in the unit of the figure. `most`: its normal, while a surge has raised it beyond that:
 * who came with the surge and leaves at its end is not lost.
 */
export function suddenFall(
  recent: readonly Point[],
  newest: readonly Point[],
  {
    share,
    least,
    most = Number.POSITIVE_INFINITY,
  }: { share: number; least: number; most?: number | undefined },
): SuddenFall | undefined {
  const [first, second] = newest.slice(-2);
  const held = recent.filter((one) => first && one.at < first.at && one.at >= first.at - HELD_MS);
  const lastGood = newest.at(-3) ?? held.at(-1);
  if (!first || !second || !lastGood || held.length < LEAST_HELD || first.at - lastGood.at > SUDDEN_MS)
    return undefined;
  const isFall = (from: number) =>
    from - Math.max(first.value, second.value) >= Math.max(share * from, least);
  const valuesOf = (points: readonly Point[]) => points.map(({ value }) => value);
  const last = median(valuesOf(held.slice(-JUST_BEFORE))) ?? 0;
  // Most samples are no fall, and the level of minutes need not be known for that.
  if (!isFall(last)) return undefined;
  const level = median(valuesOf(held)) ?? 0;
  // What is lost is counted from a level that was held: the end of a peak is no loss.
  const before = Math.min(last > level * (1 + share) ? level : last, most);
  if (!isFall(before)) return undefined;
  const since = { since: first.at, lastGoodAt: lastGood.at, noticedAt: second.at };
  return { direction: 'fallen', ...since, level: before };
}

/** A steep fall takes no longer, and is found so long afterwards, ms. */
const STEEP_MS = 30_000;
const STEEP_FOUND_MS = 90_000;

/** The earliest fall by `least` among the `recent` values, and still at `now`, that took somewhat longer than a sudden one. */
export function steepFall(recent: readonly Point[], now: Point, least: number): SuddenFall | undefined {
  const late = recent.filter(({ at }) => at >= now.at - STEEP_FOUND_MS);
  const before = late.find((one) => {
    const after = late.findLast(({ at }) => at <= one.at + STEEP_MS);
    return one.value - Math.max(now.value, after?.value ?? now.value) >= least;
  });
  if (!before) return undefined;
  const since = late.find(({ at }) => at > before.at)?.at ?? now.at;
  return { direction: 'fallen', since, lastGoodAt: before.at, noticedAt: now.at, level: before.value };
}

/** Tracks the residuals of one figure. */
export class DeviationTrack {
  readonly #tide: boolean;
  #times: number[] = [];
  #shares: number[] = [];
  #newest: Residual[] = [];
  #below = 0;
  #above = 0;
  #fineSince: number | undefined;
  #strayedSince: number | undefined;
  #deviation: Deviation | undefined;
  /** The share at the time when the change-point was found. */
  #foundAt = 0;

  /** @param tide the figure changes with the time of day, which its normal follows only with a delay */
  constructor({ tide = false }: { readonly tide?: boolean | undefined } = {}) {
    this.#tide = tide;
  }

  get deviation(): Deviation | undefined {
    return this.#deviation;
  }

  /** Adds a residual. True if it is usual, so that the value may become part of the normal. */
  take({ at, share }: Residual, { spread, least }: Tolerance): boolean {
    this.#keep({ at, share });
    const middle = middleOf(this.#newest);
    if (this.#deviation) {
      this.#follow(at, middle, least);
      return false;
    }
    const beyond = Math.min(MOST_OF_ONE, Math.abs(share) / spread) - ALLOWED_SPREADS;
    this.#below = Math.max(0, this.#below + (share < 0 ? beyond : -ALLOWED_SPREADS));
    this.#above = Math.max(0, this.#above + (share > 0 ? beyond : -ALLOWED_SPREADS));
    const sum = middle < 0 ? this.#below : this.#above;
    if (this.#newest.length < NEWEST || sum < ALARM_SUM || Math.abs(middle) < least)
      return this.#isUsual(at, share, { spread, least });
    this.#find(at, middle);
    this.#fineSince = undefined;
    return false;
  }

  /** Finds the change-point of a deviation that was noticed at `noticedAt`. */
  #find(noticedAt: number, middle: number): void {
    const kept = this.#times.map((time, index) => ({ at: time, share: this.#shares[index] ?? 0 }));
    // A step is in the newest residuals, which are closer to each other than those that are kept.
    const from = this.#newest[0]?.at ?? noticedAt;
    const points = [...kept.filter(({ at }) => at < from), ...this.#newest];
    const found = changePoint(points, middle < 0 ? -1 : 1, this.#tide);
    this.#deviation = { direction: middle < 0 ? 'fallen' : 'risen', ...found, noticedAt };
    this.#foundAt = Math.abs(middle);
  }

  /** Forgets everything, because the object was away. */
  reset(): void {
    this.#times = [];
    this.#shares = [];
    this.#newest = [];
    this.#below = 0;
    this.#above = 0;
    this.#deviation = undefined;
  }

  /** A small difference may be the start of a slow deviation; one that stays small for long is the new normal. */
  #isUsual(at: number, share: number, { spread, least }: Tolerance): boolean {
    const isNear = Math.abs(share) < Math.max(2 * spread, least / 2);
    this.#strayedSince = isNear ? undefined : (this.#strayedSince ?? at);
    return isNear || (Math.abs(share) < least && at - (this.#strayedSince ?? at) >= STRAYS_MS);
  }

  #follow(at: number, middle: number, least: number): void {
    const isFallen = this.#deviation?.direction === 'fallen';
    // A fall from a raised level is a deviation of its own, and so is a rise from a low one.
    if (isFallen ? middle >= least : middle <= -least) {
      this.#fineSince = undefined;
      this.#find(at, middle);
      return;
    }
    const isFine = isFallen ? middle > -ENDS_WITHIN * least : middle < ENDS_WITHIN * least;
    this.#fineSince = isFine ? (this.#fineSince ?? at) : undefined;
    if (this.#fineSince !== undefined && at - this.#fineSince >= ENDS_AFTER_MS) this.reset();
    // If a small deviation became a large one, the start of the large one is wanted.
    else if (!isFine && this.#deviation && Math.abs(middle) >= GROWS * this.#foundAt)
      this.#find(this.#deviation.noticedAt, middle);
  }

  #keep({ at, share }: Residual): void {
    this.#newest.push({ at, share });
    if (this.#newest.length > NEWEST) this.#newest.shift();
    if (at - (this.#times.at(-1) ?? Number.NEGATIVE_INFINITY) >= KEPT_APART_MS) {
      this.#times.push(at);
      this.#shares.push(share);
    }
    // Removes every second sample of the older half: for a slow drift, the start need not be known to the second.
    if (this.#times.length > MOST_KEPT) {
      const isKept = (_: number, index: number) => index >= MOST_KEPT / 2 || index % 2 === 0;
      this.#times = this.#times.filter(isKept);
      this.#shares = this.#shares.filter(isKept);
    }
    if ((this.#times[0] ?? at) < at - KEPT_MS) {
      this.#times.shift();
      this.#shares.shift();
    }
  }
}

/** The middle share of at most three residuals; of two the greater. Asked for each figure at each poll. */
function middleOf([a, b, c]: readonly Residual[]): number {
  const [first, second] = [a?.share ?? 0, b?.share ?? Number.NEGATIVE_INFINITY];
  if (c === undefined) return Math.max(first, second);
  return Math.max(Math.min(first, second), Math.min(Math.max(first, second), c.share));
}

/** Least number of samples before a change-point; if they have their own slope, this many more. */
const LEAST_BEFORE = 2;
const LEAST_WITH_SLOPE = 8;
/**
 * Another change-point is plausible, too, if its error is only slightly larger (by an F-test), so the start of a
 * slow deviation is a range,
 */
const PLAUSIBLE = 8;
/** at most this long, ms. */
const MOST_RANGE_MS = 60_000;

/**
 * Index at which the residuals leave their level: the best least-squares fit of a level followed by a step, or by a
 * line that leaves the level; with a `tide` the level itself is a line. `sign`: −1 for a fall, 1 for a rise. For a
 * single sample it is that one. The points must be in order.
 */
export function changePoint(points: readonly Residual[], sign: -1 | 1, tide = false) {
  const count = points.length;
  const values = points.map(({ share }) => sign * share);
  const times = points.map(({ at }) => (at - (points[0]?.at ?? 0)) / 1000);
  const errors = values.map(() => Number.POSITIVE_INFINITY);
  let best = Math.max(0, count - 1);
  let isLine = false;
  const before = linesThrough(times.map((x, index) => ({ x, y: values[index] ?? 0 })));
  for (let first = LEAST_BEFORE; first < count; first++) {
    const { x, y, flatError, ...line } = before(0, first);
    const isTide = tide && first >= LEAST_WITH_SLOPE;
    const slope = isTide ? line.slope : 0;
    const after = errorsAfter({ values, times }, first, { level: y - slope * x, slope });
    errors[first] = (isTide ? line.error : flatError) + Math.min(after.step, after.line);
    if ((errors[first] ?? 0) >= (errors[best] ?? 0)) continue;
    best = first;
    isLine = after.line < after.step;
  }
  // A line leaves the level at the last sample on it, a step comes with the first one after it.
  const since = points[isLine ? best - 1 : best]?.at ?? 0;
  const most = (errors[best] ?? 0) * (1 + PLAUSIBLE / count);
  const earliest = errors.findIndex(
    (error, first) => error <= most && since - (points[first]?.at ?? 0) <= MOST_RANGE_MS,
  );
  return { since, lastGoodAt: points[Math.min(best, Math.max(0, earliest)) - 1]?.at ?? since };
}

/** Sums of squared errors of the points from `first` on, for a step and for a line from the level. */
function errorsAfter(
  { values, times }: { readonly values: readonly number[]; readonly times: readonly number[] },
  first: number,
  { level, slope }: { readonly level: number; readonly slope: number },
) {
  const origin = times[first - 1] ?? 0;
  let sum = 0;
  let squares = 0;
  let products = 0;
  let passedSquares = 0;
  for (let index = first; index < values.length; index++) {
    const time = times[index] ?? 0;
    const rise = (values[index] ?? 0) - level - slope * time;
    const passed = time - origin;
    sum += rise;
    squares += rise ** 2;
    products += rise * passed;
    passedSquares += passed ** 2;
  }
  const step = sum > 0 ? squares - sum ** 2 / (values.length - first) : Number.POSITIVE_INFINITY;
  const line =
    products > 0 && passedSquares > 0 ? squares - products ** 2 / passedSquares : Number.POSITIVE_INFINITY;
  return { step, line };
}
