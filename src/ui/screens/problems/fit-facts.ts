import type { Line } from '../../../base/text.ts';

/** What is known of a problem in one respect, with its rows. Where there is no room for all, the highest rank goes. */
export interface Fact {
  readonly rank: number;
  readonly rows: readonly Line[];
}

export interface FittedFacts {
  readonly lines: readonly Line[];
  /** Facts that have no room. */
  readonly left: number;
}

/** A row of space between facts is the first to go, and not missed. */
export const SPACE: Fact = { rank: Number.POSITIVE_INFINITY, rows: [[]] };

/** The facts in their order that `rows` have room for. A fact is whole or not there; only the first may be cut. */
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
