/** Pairs of figures that move together: the first one for one of the second. */
export type PartedPair = 'out/viewers' | 'out/in' | 'in/streams';

export const partedKey = (pair: PartedPair): string => `parted:${pair}`;
