import type { Watched } from '../memory/figures.ts';
import { isOfEdges, type OutageIncident, outageName } from '../memory/outages.ts';
import type { Contribution } from '../principles/contribution.ts';
import type { Deviation } from '../principles/deviation.ts';
import type { RuleInput } from '../rule.ts';
import { isDoubtful } from './servers.ts';

/** Shared by the rules about deviations: which deviations belong to a problem that is reported separately. */

/** What falls through an outage begins within this time around it, and around the return of its servers, ms. */
const BEFORE_MS = 20_000;
const AFTER_MS = 80_000;
/** Edges have settled so long after others went: what lasts has a reason of its own, ms. */
const SETTLED_MS = 120_000;
/** A loss through a restart begins within this time of it, ms. */
const TOGETHER_MS = 20_000;

/**
 * Whether a server has been missing for only a poll or two, or the topology is in doubt: losses at this time are judged later.
 */
export function isTooEarly(facts: RuleInput): boolean {
  const { servers } = facts.state;
  return (
    servers.some(({ misses, goneSince }) => misses > 0 && goneSince === undefined) ||
    isDoubtful(facts) !== undefined
  );
}

/** Whether a deviation began at `since` (Unix ms) because servers went or came back then; those have a problem of their own. */
export function isOfOutage(
  { outages }: RuleInput,
  since: number,
  incidents: readonly OutageIncident[] = outages.incidents,
): boolean {
  const isThen = (at: number, from = at) => since >= from - BEFORE_MS && since <= at + AFTER_MS;
  return incidents.some(
    (incident) =>
      isThen(incident.since) ||
      incident.outages.some(
        (one) => isThen(one.since, one.flapsSince) || (one.backAt !== undefined && isThen(one.backAt)),
      ),
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

/** Places whose figure has fallen, without those that fell because of an outage. */
export function fallenAt(places: readonly Watched[], facts: RuleInput): readonly Watched[] {
  const { outages, figures } = facts;
  // Without its streams an edge has fewer viewers for as long as their servers are away.
  const lasting = outages.incidents.filter((one) => !isOfEdges(one));
  const isOwn = ({ role }: Watched['place'], since: number) => {
    const isSource = role === 'origin' || role === 'transcode';
    const isSettled = !isSource && (figures.newest ?? since) > since + SETTLED_MS;
    return isOfOutage(facts, since, isSettled ? lasting : outages.incidents);
  };
  return places.filter(
    ({ place, deviation }) => deviation?.direction === 'fallen' && !isOwn(place, deviation.since),
  );
}

/** Whether something restarted at `since` (Unix ms). That problem then reports what was lost. */
export function isOfRestart({ state }: RuleInput, since: number): boolean {
  return state.events.some(({ kind, at }) => kind === 'restart' && Math.abs(at - since) <= TOGETHER_MS);
}

/** The usual value of a place; without a normal, the one that it has now. */
export const usualOf = ({ usual, now }: Watched): number => usual ?? now;

/** The difference to the usual value; 0 if it is higher. */
export const lostOf = (one: Watched): number => Math.max(0, usualOf(one) - one.now);

/** Unix ms. */
export type Began = Pick<Deviation, 'since' | 'lastGoodAt'>;

/** When the first of several places fell. */
export function beganFirst(places: readonly Watched[]): Began {
  const deviations = places.flatMap(({ deviation }) => deviation ?? []);
  return {
    since: Math.min(...deviations.map(({ since }) => since)),
    lastGoodAt: Math.min(...deviations.map(({ lastGoodAt }) => lastGoodAt)),
  };
}
