/**
 * What the absence of a stream means: it counts as down until a clean end; a long one ends the stream; or a long one was
 * planned, and the stream goes on afterwards. A long one takes more than ten minutes. The options of the command line read
 * this list, so it stands apart from what computes with it.
 */
export const absenceMeanings = ['counts', 'ends', 'planned'] as const;
export type AbsenceMeaning = (typeof absenceMeanings)[number];
