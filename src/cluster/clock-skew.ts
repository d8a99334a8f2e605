/** Answers whose median makes the skew: enough to ignore a slow one, few enough to follow a clock that drifts. */
const SAMPLES = 9;
/** A change below this is the network's noise, ms; keeping the old value keeps references. */
const NOISE_MS = 25;
/** A response whose clock is off by more, beyond the time it was on its way, comes from a clock that was set, ms. */
const CLOCK_SET_MS = 2_000;
/** So many responses in a row that agree are needed to follow a clock that was set. */
const AGREED_RESPONSES = 2;
/** Settings of the clock that are remembered. */
const REMEMBERED_SETTINGS = 8;

export interface ClockSkew {
  /** The last result; undefined before the first response. */
  readonly current: number | undefined;
  /** By how much the server's clock was set in this session, ms; known from the first response that shows it. */
  readonly sets: readonly number[];
  /**
   * One response: the server's `meta.generatedAt`, local wall time of its arrival, and how long it took (all ms).
   * Returns the server's clock minus ours, ms: the median of the last responses.
   */
  add(generatedAt: number, arrivedAt: number, duration: number): number;
}

/** Whether a time of the server moved with its clock and not by itself. `by` and `sets`: ms. */
export function movedWithClock(by: number, sets: readonly number[]): boolean {
  return sets.some((set) => Math.abs(by - set) <= CLOCK_SET_MS);
}

/** Follows how far the server's clock is from ours. Half of the time on the way is taken as the way back. */
export function createClockSkew(): ClockSkew {
  let samples: number[] = [];
  let apart: number[] = [];
  let current: number | undefined;
  let sets: readonly number[] = [];
  return {
    get current() {
      return current;
    },
    get sets() {
      return sets;
    },
    add(generatedAt, arrivedAt, duration) {
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
      const sorted = samples.toSorted((a, b) => a - b);
      const median = Math.round(sorted[sorted.length >> 1] ?? 0);
      if (current === undefined || Math.abs(median - current) > NOISE_MS) current = median;
      return current;
    },
  };
}
