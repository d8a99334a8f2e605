import { count, rate } from '../base/format.ts';
import {
  type Dashboard,
  type LimitedMeasure,
  type Load,
  limitedLoad,
  limitedMeasures,
} from '../protocol/dashboard.ts';
import { type Amount, applicationsAmount, serverBandwidth } from './figures.ts';
import type { ClusterEvent, LimitChange, LimitedLoad, LimitLevel } from './state.ts';

const measures = {
  viewers: { limit: 'viewer limit', inUse: 'were watching', show: count },
  streams: { limit: 'stream limit', inUse: 'were there', show: count },
  in: { limit: 'incoming limit', inUse: 'came in', show: rate },
  out: { limit: 'outgoing limit', inUse: 'went out', show: rate },
  transcode: { limit: 'transcode limit', inUse: 'were running', show: count },
} as const satisfies Record<LimitedMeasure, unknown>;

/** Some servers compute their limits each time, so a small variation is not a change. */
const LEAST_SHARE = 0.01;

/**
 * Limits that changed between two dashboards, as events. The sums for the cluster and for groups depend on the
 * present servers, so they are compared only if these are the same. For each measure only the change of the widest
 * scope is reported.
 */
export function limitChanges(before: Dashboard | undefined, after: Dashboard, at: number): ClusterEvent[] {
  if (!before) return [];
  const old = limitedLoads(before);
  const loads = limitedLoads(after);
  // In most polls nothing has changed, so no names need to be looked up.
  if (loads.every((load, index) => hasSameLimit(load, old[index]))) return [];
  const sameServers = serversOf(before) === serversOf(after);
  const known = new Map(old.map((load) => [keyOf(load), load]));
  const events: ClusterEvent[] = [];
  const widest = new Map<LimitedMeasure, LimitLevel>();
  for (const load of loads) {
    const was = known.get(keyOf(load));
    const { measure, level } = load;
    if (!was || !isChanged(was.limit, load.limit)) continue;
    if (!sameServers && (level === 'cluster' || level === 'group')) continue;
    if ((widest.get(measure) ?? level) !== level) continue;
    widest.set(measure, level);
    const limit: LimitChange = { ...load, value: was.value, before: was.limit };
    events.push({
      at,
      kind: 'limit-changed',
      subject: load.object,
      message: limitChangeWords(limit).join(''),
      limit,
    });
  }
  return events;
}

const knownLoads = new WeakMap<Dashboard, readonly LimitedLoad[]>();

/** Every limit in the dashboard, from the widest scope to the narrowest. Each is compared with the next one. */
export function limitedLoads(dashboard: Dashboard): readonly LimitedLoad[] {
  const known = knownLoads.get(dashboard);
  if (known) return known;
  const loads: LimitedLoad[] = [];
  knownLoads.set(dashboard, loads);
  const add = (
    measure: LimitedMeasure,
    level: LimitLevel,
    one: Pick<LimitedLoad, 'object' | 'server'>,
    load: Load | null | undefined,
  ) => {
    const { value, limit } = load ?? {};
    // A missing limit is unknown, null is unlimited.
    if (limit !== undefined) loads.push({ measure, level, ...one, value: value ?? undefined, limit });
  };
  for (const measure of limitedMeasures) {
    add(measure, 'cluster', { object: 'cluster' }, limitedLoad(dashboard, measure)?.total);
  }
  for (const measure of limitedMeasures) {
    for (const load of limitedLoad(dashboard, measure)?.groups ?? [])
      add(measure, 'group', { object: load.name }, load);
  }
  for (const server of dashboard.topology ?? []) {
    const { serverName, applications } = server;
    add('in', 'server', { object: serverName }, loadOf(serverBandwidth(server, 'in')));
    add('out', 'server', { object: serverName }, loadOf(serverBandwidth(server, 'out')));
    for (const application of applications ?? []) {
      const one = { object: application.name, server: serverName };
      add('viewers', 'application', one, loadOf(applicationsAmount([application], 'viewers')));
      add('streams', 'application', one, loadOf(applicationsAmount([application], 'streams')));
    }
  }
  return loads;
}

const loadOf = ({ used, cap }: Amount): Load => ({ value: used, limit: cap });

function hasSameLimit(load: LimitedLoad, other: LimitedLoad | undefined): boolean {
  return (
    load.measure === other?.measure &&
    load.level === other.level &&
    load.object === other.object &&
    load.server === other.server &&
    !isChanged(other.limit, load.limit)
  );
}

const keyOf = ({ measure, level, object, server = '' }: LimitedLoad) =>
  `${measure} ${level} ${object}\n${server}`;

function serversOf({ topology }: Dashboard): string {
  return (topology ?? [])
    .map(({ serverName }) => serverName)
    .sort()
    .join('\n');
}

function isChanged(before: number | null, after: number | null): boolean {
  if (before === null || after === null) return before !== after;
  return Math.abs(after - before) > LEAST_SHARE * Math.max(before, after);
}

type ChangedLimit = Pick<LimitChange, 'measure' | 'before' | 'limit'> & Partial<Pick<LimitChange, 'value'>>;

/** A change of a limit as clauses; the sentence may be cut after any of them. */
export function limitChangeWords({ measure, value, before, limit: after }: ChangedLimit): readonly string[] {
  const { limit, inUse, show } = measures[measure];
  const used = value === undefined ? [] : [`, ${show(value)} ${inUse}`];
  if (after === null) return [`${limit} was removed`, `, it was ${show(before ?? 0)}`, ...used];
  if (before === null) return [`${limit} was set to ${show(after)}`, ...used];
  return [`${limit} ${after < before ? 'fell' : 'rose'} ${show(before)} → ${show(after)}`, ...used];
}
