/** Foreign text: withheld where needed, and made harmless. */
export type SafeText = (foreign: string) => string;

/** Emphasis of text that is safe already. */
export const strong = (safe: string): string => `**${safe}**`;

/** Writes a time (Unix ms): of day, with the date if a report covers more than one day. */
export type Time = (at: number) => string;
