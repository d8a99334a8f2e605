/**
 * Random numbers without state: each is a function of the seed and of its purpose, so that the world does not
 * depend on the order of requests.
 */

/** 32 well-mixed bits from up to four integers. */
export function hash(seed: number, a: number, b = 0, c = 0): number {
  let h = seed | 0;
  h = mix(h ^ Math.imul(a | 0, 0x9e3779b1));
  h = mix(h ^ Math.imul(b | 0, 0x85ebca77));
  h = mix(h ^ Math.imul(c | 0, 0xc2b2ae3d));
  return h >>> 0;
}

function mix(x: number): number {
  let h = x + 0x6d2b79f5;
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
  return h ^ (h >>> 15);
}

/** 0 ≤ x < 1. */
export function unit(seed: number, a: number, b = 0, c = 0): number {
  return hash(seed, a, b, c) / 4294967296;
}

/** low ≤ x < high. */
export function between(low: number, high: number, u: number): number {
  return low + (high - low) * u;
}

/** One element of a list, which must not be empty. */
export function pick<T>(list: readonly T[], bits: number): T {
  return list[bits % list.length] as T;
}

const SINES = 4096;
const table = Float64Array.from({ length: SINES }, (_, i) => Math.sin((2 * Math.PI * i) / SINES));

/** Sine of an angle in turns (1 = a full circle), from a table: it runs hundreds of thousands of times per tick. */
export function sineTurns(turns: number): number {
  return table[((turns - Math.floor(turns)) * SINES) | 0] ?? 0;
}
