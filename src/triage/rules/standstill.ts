import { count } from '../../base/format.ts';
import type { Context, RuleInput } from '../rule.ts';

/** Over so long viewers have not grown, by more than this share. */
const FLAT_OVER_MS = 60_000;
const FLAT_SHARE = 0.01;
/** One refusal may be a wrong password. */
const LEAST_REFUSALS = 3;

/** `viewers stand at 17.1k, the journal refuses ×4: Viewer refused`; undefined while they grow or none is refused. */
export function standstill({ state, journal }: RuleInput, { now }: Context): string | undefined {
  const { refusals } = journal;
  if (!refusals || refusals.count < LEAST_REFUSALS) return undefined;
  const viewers = state.history.last('total/viewers', now);
  const before = state.history.last('total/viewers', now - FLAT_OVER_MS);
  if (viewers === undefined || before === undefined || viewers > before * (1 + FLAT_SHARE)) return undefined;
  return `viewers stand at ${count(viewers)}, the journal refuses ×${count(refusals.count)}: ${refusals.text}`;
}
