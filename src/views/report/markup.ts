/** How a form of report writes text of servers and what stands out. */
export interface Markup {
  /** Foreign text: withheld where needed, and made harmless. */
  readonly text: (foreign: string) => string;
  /** Emphasis of text that is safe already. */
  readonly strong: (safe: string) => string;
}

/** Writes a time (Unix ms): of day, with the date if a report covers more than one day. */
export type Time = (at: number) => string;
