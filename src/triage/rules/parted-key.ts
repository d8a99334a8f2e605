/** Pairs of figures that move together: the first divided by the second. */
export type PartedPair = 'out/viewers' | 'out/in' | 'in/streams';

export const partedKey = (pair: PartedPair): string => `parted:${pair}`;
