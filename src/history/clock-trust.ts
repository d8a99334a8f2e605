import { DAY_MS, HOUR_MS } from '../base/durations.ts';

/** A clock that is further than this from the last sign of life is not believed at once, ms. */
export const APART_MS = DAY_MS;
/** How long such a clock must hold before anything is deleted by it, ms of monotonic time. */
const HOLDS_FOR_MS = 3 * HOUR_MS;

/** What is known of this machine's clock at one look. */
export interface ClockReading {
  /** Unix ms. */
  readonly now: number;
  readonly monotonic: number;
  /** The server's clock minus ours, ms; undefined if unknown. */
  readonly skew: number | undefined;
}

/**
 * Judges a clock by `last`, the last sign of life in the history (Unix ms). A clock that is more than a day from it is
 * wrong, or nobody watched for long: it is believed once the server's clock agrees, and settled after hours.
 */
export function createClockTrust(last: number | undefined, isDoubted: boolean) {
  let before: Pick<ClockReading, 'now' | 'monotonic'> | undefined;
  let doubted: { readonly at: number; readonly monotonic: number; readonly apartMs: number } | undefined;
  let isBelieved = true;
  return {
    look({ now, monotonic, skew }: ClockReading) {
      const apartMs = now - (before?.now ?? last ?? now);
      const passedMs = before ? monotonic - before.monotonic : 0;
      const isFirst = before === undefined;
      if (Math.abs(apartMs - passedMs) > APART_MS) {
        doubted = { at: now, monotonic, apartMs };
        isBelieved = false;
      } else if (isFirst && isDoubted) doubted = { at: now, monotonic, apartMs };
      before = { now, monotonic };
      if (!doubted) return;
      const agrees = skew !== undefined && Math.abs(skew) <= APART_MS;
      const hasHeld = monotonic - doubted.monotonic >= HOLDS_FOR_MS;
      if (agrees || hasHeld) isBelieved = true;
      if (agrees && hasHeld) doubted = undefined;
    },
    /** Whether the time since the last sign of life may be called unwatched. */
    get isBelieved() {
      return isBelieved;
    },
    /** Whether old data may be deleted by this clock. */
    get isSettled() {
      return doubted === undefined;
    },
    /** Since when the clock has held, Unix ms. */
    get since() {
      return doubted?.at ?? before?.now ?? 0;
    },
    /** How far it was from the last sign of life when it was doubted, ms. */
    get apartMs() {
      return doubted?.apartMs ?? 0;
    },
  };
}
