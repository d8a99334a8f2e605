import type { KindFacts } from '../kind-facts.ts';

/** Pairs of figures that move together: the first divided by the second. */
export type PartedPair = KindFacts['parted']['pair'];

export const partedKey = (pair: PartedPair): string => `parted:${pair}`;
