/** Chance that is the same each time: numbers of a seed, as a sequence or by their place. */

/** A number in [0, 1) for the seed and a place; the same place gives the same number. */
export function hashOf(seed: number, a: number, b = 0): number {
  let h = (seed ^ Math.imul(a + 0x9e37, 0x85ebca6b) ^ Math.imul(b + 0x79b9, 0xc2b2ae35)) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

/** A smooth course between -1 and 1 that changes within about `period` seconds. */
export function driftOf(seed: number, who: number, t: number, period: number): number {
  const at = t / period + hashOf(seed, who, 77);
  const step = Math.floor(at);
  const mix = (1 - Math.cos(Math.PI * (at - step))) / 2;
  const value = (n: number) => 2 * hashOf(seed, who, n) - 1;
  return value(step) * (1 - mix) + value(step + 1) * mix;
}

/** From 0 at `from` to 1 after `over` seconds. */
export const rampOf = (t: number, from: number, over: number): number =>
  Math.min(1, Math.max(0, (t - from) / Math.max(over, 1e-9)));

/** A list in the order of a number and the names of its items; 0 leaves it as it is. */
export function inOrder<T>(order: number, list: readonly T[], nameOf: (item: T) => string): readonly T[] {
  if (order === 0) return list;
  const place = (item: T) =>
    [...nameOf(item)].reduce((h, sign) => hashOf(order, sign.charCodeAt(0), 1e9 * h), 0);
  return list
    .map((item) => ({ item, at: place(item) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** A sequence of draws. */
export class Draws {
  readonly #seed: number;
  #count = 0;

  constructor(seed: number, subject: number) {
    this.#seed = Math.floor(hashOf(seed, subject, 4711) * 2 ** 31);
  }

  next(): number {
    return hashOf(this.#seed, this.#count++, 1);
  }

  between(from: number, to: number): number {
    return from + (to - from) * this.next();
  }

  whole(from: number, to: number): number {
    return Math.floor(this.between(from, to + 1));
  }

  isIn(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    const one = list[Math.floor(this.next() * list.length)];
    if (one === undefined) throw new Error('nothing to draw from');
    return one;
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, at: this.next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item);
  }
}
