import type { Watched } from '../memory/figures.ts';
import { type Incident, outageName } from '../memory/outages.ts';
import type { Contribution } from '../principles/contribution.ts';
import type { RuleInput } from '../rule.ts';
import { isDoubtful } from './servers.ts';

/** Shared by the rules about deviations: which deviations belong to a problem that is reported separately. */

/** A loss through an outage begins within this time around it, and around the return of its servers, ms. */
const BEFORE_MS = 20_000;
const AFTER_MS = 60_000;
/** What origins and transcoders lose by it begins within this time, ms. */
const TURN_AFTER_MS = 40_000;
/** A loss through a restart begins within this time of it, ms. */
const TOGETHER_MS = 20_000;

/**
 * Whether a server has been missing for only a poll or two, or the topology is in doubt: losses at this time are
 * judged later.
 */
export function isTooEarly(facts: RuleInput): boolean {
  const { servers } = facts.state;
  return (
    servers.some(({ misses, goneSince }) => misses > 0 && goneSince === undefined) ||
    isDoubtful(facts) !== undefined
  );
}

/**
 * Whether a deviation that began at `since` (Unix ms) belongs to servers that were away then, of these outages; those
 * have a problem of their own.
 */
export function isOfOutage(
  { outages, figures }: RuleInput,
  since: number,
  incidents: readonly Incident[] = outages.incidents,
): boolean {
  return incidents.some(
    (incident) =>
      since >= incident.since - BEFORE_MS && since <= endOf(incident, figures.newest ?? since) + AFTER_MS,
  );
}

/** Whether the servers or groups that lost are those of outages, however long before these the loss seems to have begun. */
export function areOfOutages({ outages, state }: RuleInput, { dimension, values }: Contribution): boolean {
  if (dimension !== 'server' && dimension !== 'group') return false;
  const gone = new Set(outages.incidents.flatMap((incident) => incident.outages.map(outageName)));
  const names = new Set(values.map(({ value }) => value));
  const losers = state.servers.filter(({ name, server }) =>
    names.has(dimension === 'server' ? name : (server.groupName ?? '')),
  );
  return losers.length > 0 && losers.every(({ name }) => gone.has(name));
}

function endOf({ outages }: Incident, now: number): number {
  return Math.max(...outages.map(({ backAt }) => backAt ?? now));
}

/** Places whose figure has fallen, without those that fell because of an outage. */
export function fallenAt(places: readonly Watched[], facts: RuleInput): readonly Watched[] {
  const isOwn = ({ role }: Watched['place'], since: number) =>
    role === 'origin' || role === 'transcode' ? isOfTurn(facts, since) : isOfOutage(facts, since);
  return places.filter(
    ({ place, deviation }) => deviation?.direction === 'fallen' && !isOwn(place, deviation.since),
  );
}

/**
 * Whether something began when servers went or came back. Origins and transcoders change then; while servers are away, only
 * the edges change further, as their viewers move.
 */
function isOfTurn({ outages }: RuleInput, since: number): boolean {
  const isThen = (at: number) => since >= at - BEFORE_MS && since <= at + TURN_AFTER_MS;
  return outages.incidents.some(
    (incident) =>
      isThen(incident.since) || incident.outages.some(({ backAt }) => backAt !== undefined && isThen(backAt)),
  );
}

/** Whether something restarted at `since` (Unix ms). That problem then reports what was lost. */
export function isOfRestart({ state }: RuleInput, since: number): boolean {
  return state.events.some(({ kind, at }) => kind === 'restart' && Math.abs(at - since) <= TOGETHER_MS);
}

/** The difference to the usual value; 0 if it is higher. */
export const lostOf = ({ usual, now }: Watched): number => Math.max(0, (usual ?? now) - now);
