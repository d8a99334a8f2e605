import type { Watched } from '../memory/figures.ts';
import type { Incident } from '../memory/outages.ts';
import type { RuleInput } from '../rule.ts';
import { limitChangedKey } from './limit-changed.ts';
import { limitKey } from './limits.ts';
import { isDoubtful, restartKey } from './servers.ts';

/** What rules about deviations share: which of them belong to something that is known by itself. */

/** What an outage takes away falls within this time around it, and after its servers are back, ms. */
const BEFORE_MS = 20_000;
const AFTER_MS = 60_000;
/** What a restart took away falls within this time of it, ms. */
const TOGETHER_MS = 20_000;

/** A server is missing for a poll or two, or the topology is in doubt: what fell with it is judged when that is known. */
export function isTooEarly(facts: RuleInput): boolean {
  const { servers } = facts.state;
  return (
    servers.some(({ misses, goneSince }) => misses > 0 && goneSince === undefined) ||
    isDoubtful(facts) !== undefined
  );
}

/** Whether what began at `since` (Unix ms) belongs to servers that were away then, which is a problem of its own. */
export function isOfOutage({ outages, figures }: RuleInput, since: number): boolean {
  return outages.incidents.some(
    (incident) =>
      since >= incident.since - BEFORE_MS && since <= endOf(incident, figures.newest ?? since) + AFTER_MS,
  );
}

function endOf({ outages }: Incident, now: number): number {
  return Math.max(...outages.map(({ backAt }) => backAt ?? now));
}

/** Places at which a figure has fallen, without those that fell with an outage. */
export function fallenAt(places: readonly Watched[], facts: RuleInput): readonly Watched[] {
  return places.filter(
    ({ deviation }) => deviation?.direction === 'fallen' && !isOfOutage(facts, deviation.since),
  );
}

/** What takes viewers and streams away, and is known: restarts then, and limits that are reached. */
export function causesAt({ state }: RuleInput, since: number): readonly string[] {
  const isThen = (at: number) => Math.abs(at - since) <= TOGETHER_MS;
  return [
    ...state.events.filter(({ kind, at }) => kind === 'restart' && isThen(at)).map(restartKey),
    ...state.events.flatMap(({ limit, at }) =>
      limit && at >= since - TOGETHER_MS ? [limitChangedKey(limit.measure, limit.object)] : [],
    ),
    limitKey('out'),
    limitKey('viewers'),
  ];
}

export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** How much less than usual. */
export const lostOf = ({ usual, now }: Watched): number => Math.max(0, (usual ?? now) - now);
