/** One reading of a counter that only grows until its owner restarts. */
export interface CounterSample {
  readonly value: number;
  /** When it was read, ms. */
  readonly at: number;
}

export interface Rate {
  /** Per second, never negative; undefined if there is nothing to compare with. */
  readonly perSecond: number | undefined;
  /** The counter fell: its owner restarted, and `after` is the new base. */
  readonly reset: boolean;
}

/** The rate between two samples of one counter. A counter that fell has no rate; `reset` says so. */
export function counterRate(before: CounterSample | undefined, after: CounterSample): Rate {
  if (!before) return { perSecond: undefined, reset: false };
  if (after.value < before.value) return { perSecond: undefined, reset: true };
  const seconds = (after.at - before.at) / 1000;
  if (!(seconds > 0)) return { perSecond: undefined, reset: false };
  return { perSecond: (after.value - before.value) / seconds, reset: false };
}
