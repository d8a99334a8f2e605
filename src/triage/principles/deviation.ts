/**
 * Deviations of a figure from its normal, both slow and sudden ones. The residual of a sample is its difference
 * from the normal as a share of the normal: −0.2 is a fifth below.
 */

export interface Residual {
  /** Unix ms. */
  readonly at: number;
  readonly share: number;
}

/** A current deviation. Times are Unix ms. */
export interface Deviation {
  readonly direction: 'fallen' | 'risen';
  /** The change-point, and the last sample before it. */
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
/** A tolerated difference becomes normal after this time, ms. */
const STRAYS_MS = 1_200_000;
/** The change-point is searched among at most this many residuals, with a least distance in time. */
const MOST_KEPT = 96;
const KEPT_MS = 1_200_000;
const KEPT_APART_MS = 3_500;

/** Tracks the residuals of one figure. */
export class DeviationTrack {
  #times: number[] = [];
  #shares: number[] = [];
  #newest: number[] = [];
  #below = 0;
  #above = 0;
  #fineSince: number | undefined;
  #strayedSince: number | undefined;
  #deviation: Deviation | undefined;

  get deviation(): Deviation | undefined {
    return this.#deviation;
  }

  /** Adds a residual. True if it is usual, so that the value may become part of the normal. */
  take({ at, share }: Residual, { spread, least }: Tolerance): boolean {
    this.#keep(at, share);
    const middle = middleOf(this.#newest);
    if (this.#deviation) return this.#follow(at, middle, least);
    const beyond = Math.min(MOST_OF_ONE, Math.abs(share) / spread) - ALLOWED_SPREADS;
    this.#below = Math.max(0, this.#below + (share < 0 ? beyond : -ALLOWED_SPREADS));
    this.#above = Math.max(0, this.#above + (share > 0 ? beyond : -ALLOWED_SPREADS));
    const sum = middle < 0 ? this.#below : this.#above;
    if (this.#newest.length < NEWEST || sum < ALARM_SUM || Math.abs(middle) < least)
      return this.#isUsual(at, share, { spread, least });
    const points = this.#times.map((time, index) => ({ at: time, share: this.#shares[index] ?? 0 }));
    const found = changePoint(points, middle < 0 ? -1 : 1);
    this.#deviation = { direction: middle < 0 ? 'fallen' : 'risen', ...found, noticedAt: at };
    this.#fineSince = undefined;
    return false;
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

  #follow(at: number, middle: number, least: number): boolean {
    const isFine =
      this.#deviation?.direction === 'fallen' ? middle > -ENDS_WITHIN * least : middle < ENDS_WITHIN * least;
    this.#fineSince = isFine ? (this.#fineSince ?? at) : undefined;
    if (this.#fineSince !== undefined && at - this.#fineSince >= ENDS_AFTER_MS) this.reset();
    return false;
  }

  #keep(at: number, share: number): void {
    this.#newest = [...this.#newest, share].slice(-NEWEST);
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

function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Least number of samples on each side of a change-point. */
const LEAST_SIDE = 2;

/**
 * Index at which the residuals leave their level: the best least-squares fit of a level followed by a step, or by a
 * line that leaves the level. `sign`: −1 for a fall, 1 for a rise. For a single sample it is that one. The points
 * must be in order.
 */
export function changePoint(
  points: readonly Residual[],
  sign: -1 | 1,
): Pick<Deviation, 'since' | 'lastGoodAt'> {
  const count = points.length;
  const value = (index: number) => sign * (points[index]?.share ?? 0);
  const time = (index: number) => (points[index]?.at ?? 0) / 1000;
  let best = { error: Number.POSITIVE_INFINITY, first: Math.max(0, count - 1) };
  let sum = 0;
  let squares = 0;
  for (let first = 1; first <= count - LEAST_SIDE; first++) {
    sum += value(first - 1);
    squares += value(first - 1) ** 2;
    if (first < LEAST_SIDE) continue;
    const level = sum / first;
    const before = squares - first * level ** 2;
    const after = errorAfter(points, first, { level, value, time });
    if (before + after < best.error) best = { error: before + after, first };
  }
  const since = points[best.first]?.at ?? 0;
  return { since, lastGoodAt: points[best.first - 1]?.at ?? since };
}

/**
 * Sum of squared errors of the points from `first` on, for a step or a line from the level, whichever fits better.
 */
function errorAfter(
  { length }: readonly Residual[],
  first: number,
  of: {
    readonly level: number;
    readonly value: (index: number) => number;
    readonly time: (index: number) => number;
  },
): number {
  const origin = of.time(first - 1);
  let sum = 0;
  let squares = 0;
  let products = 0;
  let times = 0;
  for (let index = first; index < length; index++) {
    const rise = of.value(index) - of.level;
    const passed = of.time(index) - origin;
    sum += rise;
    squares += rise ** 2;
    products += rise * passed;
    times += passed ** 2;
  }
  const step = sum > 0 ? squares - sum ** 2 / (length - first) : Number.POSITIVE_INFINITY;
  const line = products > 0 && times > 0 ? squares - products ** 2 / times : Number.POSITIVE_INFINITY;
  return Math.min(step, line);
}
