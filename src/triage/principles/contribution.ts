/**
 * Which objects a change is made of, and what they have in common. An object has a value for each dimension that the API
 * gives (its application, its server, its type); an absent one is left out.
 */

export interface Share {
  /** The value of each dimension, such as `{ server: 'edge-1', group: 'eu' }`. */
  readonly of: Readonly<Record<string, string | undefined>>;
  /** What was there before, and what of it is lost; in the figure's unit. */
  readonly had: number;
  readonly lost: number;
}

export interface Contribution {
  readonly dimension: string;
  /** The values that explain the change, the largest first. */
  readonly values: readonly { readonly value: string; readonly had: number; readonly lost: number }[];
  /** How much of the whole change they explain (explanatory power), and how much of what they had is lost; 0 to 1. */
  readonly explains: number;
  readonly covers: number;
}

/** A set must explain so much of the change. */
const LEAST_EXPLAINED = 0.8;
/** A value belongs to the set where it lost at least so much, compared with the one that lost most of what it had. */
const LEAST_OF_WORST = 0.4;
/** A set of more values than this is no common factor. */
const MOST_VALUES = 4;
/** What each further value of a set costs: one that says the same with fewer names is better. */
const COST_OF_VALUE = 0.04;

/**
 * The smallest surprising set of values of one dimension that explains a loss (after Adtributor, Bhagwan et al., NSDI
 * 2014): it explains most of it, and lost far more of what it had than the others. Dimensions are in the order in which
 * one is taken where two say the same. Undefined where none does.
 */
export function contributionOf(
  shares: readonly Share[],
  dimensions: readonly string[],
): Contribution | undefined {
  const lost = shares.reduce((sum, share) => sum + share.lost, 0);
  const had = shares.reduce((sum, share) => sum + share.had, 0);
  if (lost <= 0) return undefined;
  let best: { readonly worth: number; readonly is: Contribution } | undefined;
  for (const dimension of dimensions) {
    const is = setOf(shares, dimension, lost);
    if (!is || is.explains < LEAST_EXPLAINED) continue;
    // Values that all lose alike are no factor, unless there is only one.
    const isSurprising = is.covers >= 1.3 * (lost / had) || is.values.length === 1;
    if (!isSurprising) continue;
    const worth = harmonic(is.explains, is.covers) - COST_OF_VALUE * (is.values.length - 1);
    if (!best || worth > best.worth + 0.01) best = { worth, is };
  }
  return best?.is;
}

function setOf(shares: readonly Share[], dimension: string, all: number): Contribution | undefined {
  const sums = new Map<string, { had: number; lost: number }>();
  for (const { of, had, lost } of shares) {
    const value = of[dimension];
    if (value === undefined) continue;
    const sum = sums.get(value) ?? { had: 0, lost: 0 };
    sums.set(value, { had: sum.had + had, lost: sum.lost + lost });
  }
  const losers = [...sums]
    .map(([value, sum]) => ({ value, ...sum, covers: sum.had > 0 ? sum.lost / sum.had : 0 }))
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost);
  const worst = Math.max(...losers.slice(0, MOST_VALUES).map(({ covers }) => covers));
  const values = losers.filter(({ covers }) => covers >= LEAST_OF_WORST * worst).slice(0, MOST_VALUES);
  const lost = values.reduce((sum, one) => sum + one.lost, 0);
  const had = values.reduce((sum, one) => sum + one.had, 0);
  if (values.length === 0 || had === 0) return undefined;
  return {
    dimension,
    values: values.map(({ value, had: before, lost: gone }) => ({ value, had: before, lost: gone })),
    explains: lost / all,
    covers: lost / had,
  };
}

function harmonic(a: number, b: number): number {
  return (2 * a * b) / (a + b);
}

/** So many standard deviations, and so many events, more than expected are no chance. */
const SURPRISING_DEVIATIONS = 3;
const SURPRISING_EVENTS = 3;

/** Whether so many events are more than chance makes of so many that are expected (Poisson). */
export function isSurprising(events: number, expected: number): boolean {
  return events >= expected + SURPRISING_DEVIATIONS * Math.sqrt(expected) + SURPRISING_EVENTS;
}
