/** One figure of the weight. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** It varies from run to run, so a tenth above its limit is still within it. */
  readonly varies?: boolean | undefined;
  /** What is printed beside it and has no limit. */
  readonly note?: string | undefined;
}

export type Limits = Readonly<Record<string, number>>;

const TOLERANCE = 1.1;

/** Whether a figure is above its limit; a figure without a limit is not. */
export function isAbove({ name, value, varies }: Figure, limits: Limits): boolean {
  const limit = limits[name];
  return limit !== undefined && value > limit * (varies ? TOLERANCE : 1);
}

/** The limits with each one lowered to what was measured. They are never raised by this. */
export function lowered(limits: Limits, figures: readonly Figure[]): Limits {
  const measured = new Map(figures.map(({ name, value }) => [name, value]));
  return Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, Math.min(limit, measured.get(name) ?? limit)]),
  );
}
