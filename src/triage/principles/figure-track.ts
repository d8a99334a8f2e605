import { HOUR_MS } from '../../base/durations.ts';
import type { Point } from './bend.ts';
import { type Deviation, DeviationTrack, type Tolerance } from './deviation.ts';
import { type Normal, NormalTrack } from './normal.ts';

/** A deviation that has lasted this long is the new normal, ms. */
const BECOMES_NORMAL_MS = HOUR_MS;

/** How far a figure may be from its normal: its usual spread, three of them for long, and at least `floor`. Shares of `level`. */
export const toleranceAround = ({ level, spread }: Normal, floor: Tolerance): Tolerance => ({
  spread: Math.max(floor.spread, spread / level),
  least: Math.max(floor.least, (3 * spread) / level),
});

/** How a figure is judged. Times are ms. */
interface Habits {
  /** Its normal counts as known after so long. */
  readonly knownAfterMs: number;
  /** A minute enters the normal at this age. */
  readonly waitsMs: number;
  /** See `NormalTrack`. */
  readonly phaseMs?: number;
  /** See `DeviationTrack`. */
  readonly tide?: boolean;
}

/** One figure: its normal, and its deviation from it. What deviates enters the normal only when it has lasted for an hour. */
export class FigureTrack {
  readonly #knownAfterMs: number;
  /** What is usual, as far as it is known. */
  readonly normals: NormalTrack;
  readonly #track: DeviationTrack;
  #from: number | undefined;

  constructor({ knownAfterMs, waitsMs, phaseMs, tide }: Habits) {
    this.#knownAfterMs = knownAfterMs;
    this.normals = new NormalTrack(waitsMs, phaseMs);
    this.#track = new DeviationTrack({ tide });
  }

  get deviation(): Deviation | undefined {
    return this.#track.deviation;
  }

  /** The normal, if it may be compared with `at` (Unix ms). */
  knownAt(at: number): Normal | undefined {
    const isYoung = this.#from === undefined || at - this.#from < this.#knownAfterMs;
    const { normal } = this.normals;
    return isYoung || !normal || normal.level <= 0 ? undefined : normal;
  }

  /** Adds a value with nothing to compare it with. */
  learn({ at, value }: Point): void {
    this.#from ??= at;
    this.normals.take(at, value);
  }

  /**
   * Adds a value that is `share` off what is expected. `isFrozen`: it does not enter the normal now; `mayStay`: nor does a
   * deviation become normal where this is false.
   */
  take(
    { at, value, share }: Point & { readonly share: number },
    tolerance: Tolerance,
    { isFrozen = false, mayStay = true } = {},
  ): void {
    const before = this.#track.deviation;
    if (this.#track.take({ at, share }, tolerance)) {
      if (!isFrozen) this.normals.take(at, value);
    } else if (!before && this.#track.deviation) this.normals.drop();
    else if (before && mayStay && at - before.noticedAt > BECOMES_NORMAL_MS) this.restart();
  }

  /** What is now, is right: a new normal begins. */
  restart(): void {
    this.forgetDeviation();
    this.normals.clear();
    this.#from = undefined;
  }

  /** The object was away: what it had before is still its normal. */
  forgetDeviation(): void {
    this.#track.reset();
  }
}
