import type { Standstill } from '../facts.ts';
import type { Context, RuleInput } from '../rule.ts';

/** Viewers count as not growing if they have changed by less than this share over this time. */
const FLAT_OVER_MS = 60_000;
const FLAT_SHARE = 0.01;
/** A single refusal may be a wrong password. */
const LEAST_REFUSALS = 3;

/** Undefined while the number of viewers grows or none is refused. */
export function standstill({ state, journal }: RuleInput, { now }: Context): Standstill | undefined {
  const { refusals } = journal;
  if (!refusals || refusals.count < LEAST_REFUSALS) return undefined;
  const viewers = state.history.last('total/viewers', now);
  const before = state.history.last('total/viewers', now - FLAT_OVER_MS);
  if (viewers === undefined || before === undefined || viewers > before * (1 + FLAT_SHARE)) return undefined;
  return { viewers, refusals: { count: refusals.count, text: refusals.text } };
}
