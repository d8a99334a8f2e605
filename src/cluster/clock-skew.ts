/** Answers whose median makes the skew: enough to ignore a slow one, few enough to follow a clock that was set. */
const SAMPLES = 9;
/** A change below this is the network's noise, ms; keeping the old value keeps references. */
const NOISE = 25;

export interface ClockSkew {
  /** The last result; undefined before the first response. */
  readonly current: number | undefined;
  /**
   * One response: the server's `meta.generatedAt`, local wall time of its arrival, and how long it took (all ms).
   * Returns the server's clock minus ours, ms: the median of the last responses.
   */
  add(generatedAt: number, arrivedAt: number, duration: number): number;
}

/** Follows how far the server's clock is from ours. Half of the time on the way is taken as the way back. */
export function createClockSkew(): ClockSkew {
  const samples: number[] = [];
  let current: number | undefined;
  return {
    get current() {
      return current;
    },
    add(generatedAt, arrivedAt, duration) {
      samples.push(generatedAt - (arrivedAt - duration / 2));
      if (samples.length > SAMPLES) samples.shift();
      const sorted = samples.toSorted((a, b) => a - b);
      const median = Math.round(sorted[sorted.length >> 1] ?? 0);
      if (current === undefined || Math.abs(median - current) > NOISE) current = median;
      return current;
    },
  };
}
