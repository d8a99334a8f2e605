import type { Line } from '../../../base/text.ts';

/**
 * One fact about a problem, with its rows. If there is no room for all, facts with the highest rank are left out.
 */
export interface Fact {
  readonly rank: number;
  readonly rows: readonly Line[];
}

export interface FittedFacts {
  readonly lines: readonly Line[];
  /** Number of facts that do not fit. */
  readonly left: number;
}

/** A blank row between facts. It is left out first and not counted. */
export const SPACE: Fact = { rank: Number.POSITIVE_INFINITY, rows: [[]] };

/**
 * The facts that fit in `rows`, in their order. A fact is shown whole or not at all; only the first one may be cut.
 */
export function fitFacts(facts: readonly Fact[], rows: number): FittedFacts {
  let kept = facts;
  while (kept.length > 1 && factsHeight(kept) > rows) {
    const highest = Math.max(...kept.slice(1).map(({ rank }) => rank));
    const index = kept.findLastIndex(({ rank }) => rank === highest);
    kept = kept.toSpliced(index, 1);
  }
  const missed = facts.filter((fact) => fact !== SPACE && fact.rows.length > 0 && !kept.includes(fact));
  return { lines: kept.flatMap((fact) => fact.rows), left: missed.length };
}

export function factsHeight(facts: readonly Fact[]): number {
  return facts.reduce((sum, fact) => sum + fact.rows.length, 0);
}
