/** Numbers that follow from a seed alone. */
export interface Draw {
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  chance(share: number): boolean;
  pick<T>(all: readonly [T, ...T[]]): T;
  /** Spans of seconds within the first `length` seconds, at most `most` of them. */
  spans(most: number, longest: number, length: number): readonly Span[];
}

/** Seconds of the simulation, the end not included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const isWithin = (spans: readonly Span[], second: number) =>
  spans.some(({ from, to }) => second >= from && second < to);

export function createDraw(seed: number): Draw {
  let state = (seed * 2_654_435_761) >>> 0;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    whole,
    chance: (share) => next() < share,
    pick: (all) => all[whole(0, all.length - 1)] ?? all[0],
    spans: (most, longest, length) =>
      Array.from({ length: whole(0, most) }, () => {
        const from = whole(0, length);
        return { from, to: from + whole(1, longest) };
      }),
  };
}
