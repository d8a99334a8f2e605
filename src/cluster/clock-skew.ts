import { median } from '../base/theil-sen.ts';

/**
 * The skew is the median of this many responses: enough to ignore a slow one, few enough to follow a clock that
 * drifts.
 */
const SAMPLES = 9;
/** A smaller change is the network's noise, ms; keeping the old value keeps references. */
const NOISE_MS = 25;
/** If a response's clock differs by more than this, beyond its transfer time, the server's clock was set, ms. */
const CLOCK_SET_MS = 2_000;
/** Responses in a row that must agree before a clock that was set is followed. */
const AGREED_RESPONSES = 2;
/** Number of clock changes that are remembered. */
const REMEMBERED_SETTINGS = 8;

/** Whether a time of the server changed only because its clock was set. `by` and `sets`: ms. */
export function movedWithClock(by: number, sets: readonly number[]): boolean {
  return sets.some((set) => Math.abs(by - set) <= CLOCK_SET_MS);
}

export type ClockSkew = ReturnType<typeof createClockSkew>;

/**
 * Tracks the difference between the server's clock and ours. The way back is assumed to take half of the response
 * time.
 */
export function createClockSkew() {
  let samples: number[] = [];
  let apart: number[] = [];
  let current: number | undefined;
  let sets: readonly number[] = [];
  return {
    /** The last result; undefined before the first response. */
    get current() {
      return current;
    },
    /** By how much the server's clock was set in this session, ms, from the first response after each change. */
    get sets() {
      return sets;
    },
    /**
     * One response: the server's `meta.generatedAt`, local wall time of its arrival, and how long it took (all ms).
     * Returns the server's clock minus ours, ms: the median of the last responses.
     */
    add(generatedAt: number, arrivedAt: number, duration: number): number {
      const sample = generatedAt - (arrivedAt - duration / 2);
      const by = sample - (current ?? sample);
      if (Math.abs(by) > CLOCK_SET_MS + duration / 2) {
        if (!movedWithClock(by, sets)) sets = [...sets, Math.round(by)].slice(-REMEMBERED_SETTINGS);
        apart.push(sample);
        if (apart.length < AGREED_RESPONSES) return current ?? sample;
        samples = apart;
        current = undefined;
      } else samples.push(sample);
      apart = [];
      if (samples.length > SAMPLES) samples.shift();
      const middle = Math.round(median(samples) ?? 0);
      if (current === undefined || Math.abs(middle - current) > NOISE_MS) current = middle;
      return current;
    },
  };
}
