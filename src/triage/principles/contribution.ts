/**
 * Which objects contribute to a change, and what they have in common. An object has a value for each dimension that
 * the API provides (its application, its server, its type); unknown ones are left out.
 */

import { sum } from '../../base/theil-sen.ts';

export interface Share {
  /** The value of each dimension, such as `{ server: 'edge-1', group: 'eu' }`. */
  readonly of: Readonly<Record<string, string | undefined>>;
  /** The value before the change, and how much of it is lost, in the unit of the figure. */
  readonly had: number;
  readonly lost: number;
}

export interface Contribution {
  readonly dimension: string;
  /** The values that explain the change, the largest first. */
  readonly values: readonly { readonly value: string; readonly had: number; readonly lost: number }[];
  /** Share of the whole change that they explain (explanatory power), and share of their own value that is lost; 0 to 1. */
  readonly explains: number;
  readonly covers: number;
}

/** Least share of the change that a set must explain. */
export const LEAST_EXPLAINED = 0.8;
/** A value belongs to the set if its loss rate is at least this share of the highest one. */
const LEAST_OF_WORST = 0.4;
/** A set with more values than this is not a common factor. */
const MOST_VALUES = 4;
/** Cost of each further value of a set: of two equal explanations the shorter one is better. */
const COST_OF_VALUE = 0.04;

/**
 * The smallest surprising set of values of one dimension that explains a loss (after Adtributor, Bhagwan et al.,
 * NSDI 2014): it explains most of the loss, and its own loss rate is far above that of the others. If two
 * dimensions explain the same, the first in their order is taken. Undefined if none does.
 */
export function contributionOf(
  shares: readonly Share[],
  dimensions: readonly string[],
): Contribution | undefined {
  const lost = sum(shares.map((share) => share.lost));
  const had = sum(shares.map((share) => share.had));
  if (lost <= 0) return undefined;
  let best: { readonly worth: number; readonly is: Contribution } | undefined;
  for (const dimension of dimensions) {
    const is = setOf(shares, dimension, lost);
    if (!is || is.explains < LEAST_EXPLAINED) continue;
    // If all values lose the same share they are not a factor, unless there is only one value.
    const isSurprising = is.covers >= 1.3 * (lost / had) || is.values.length === 1;
    if (!isSurprising) continue;
    const harmonic = (2 * is.explains * is.covers) / (is.explains + is.covers);
    const worth = harmonic - COST_OF_VALUE * (is.values.length - 1);
    if (!best || worth > best.worth + 0.01) best = { worth, is };
  }
  return best?.is;
}

function setOf(shares: readonly Share[], dimension: string, all: number): Contribution | undefined {
  const sumOf = (own: readonly Pick<Share, 'had' | 'lost'>[], word: 'had' | 'lost') =>
    sum(own.map((one) => one[word]));
  const rateOf = (one: Pick<Share, 'had' | 'lost'>) => (one.had > 0 ? one.lost / one.had : 0);
  const losers = [...Map.groupBy(shares, ({ of }) => of[dimension])]
    .flatMap(([value, own]) =>
      value === undefined ? [] : { value, had: sumOf(own, 'had'), lost: sumOf(own, 'lost') },
    )
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost);
  const worst = Math.max(...losers.slice(0, MOST_VALUES).map(rateOf));
  const values = losers.filter((one) => rateOf(one) >= LEAST_OF_WORST * worst).slice(0, MOST_VALUES);
  const [had, lost] = [sumOf(values, 'had'), sumOf(values, 'lost')];
  return had === 0 ? undefined : { dimension, values, explains: lost / all, covers: lost / had };
}

/** The excess over the expected number that rules out chance, in standard deviations and in events. */
const SURPRISING_DEVIATIONS = 3;
const SURPRISING_EVENTS = 3;

/** Whether the number of events is higher than chance explains, if `expected` events are expected (Poisson). */
export function isSurprising(events: number, expected: number): boolean {
  return events >= expected + SURPRISING_DEVIATIONS * Math.sqrt(expected) + SURPRISING_EVENTS;
}
