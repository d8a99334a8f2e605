import type { Line } from '../base/text.ts';
import { freshnessOf } from '../cluster/freshness.ts';
import type { ClusterState, Resource } from '../cluster/state.ts';
import { age } from '../views/format.ts';

/**
 * What is not fresh, in three lengths, the longest first: names in full, short names, a number with the oldest age.
 * Empty where everything is fresh: that needs no words.
 */
export function freshnessSigns(state: ClusterState, now: number): readonly Line[] {
  const resources: readonly (readonly [name: string, short: string, Resource<unknown>])[] = [
    ['dashboard', 'dash', state.dashboard],
    ['topology', 'topo', state.topology],
    ['journal', 'jrnl', state.journalResource],
    ['streams', 'strm', state.streams.interval === undefined ? state.streamSweep : state.streams],
  ];
  const notFresh = resources.filter(([, , resource]) => freshnessOf(resource, now) !== 'fresh');
  const stale = notFresh
    .map(([, , resource]) => resource)
    .filter((each) => freshnessOf(each, now) !== 'none');
  const times = stale.flatMap(({ updatedAt }) => updatedAt ?? []);
  const oldest = times.length === 0 ? undefined : Math.min(...times);
  return [
    notFresh.flatMap(([name, , resource]) => signOf(name, resource, now)),
    notFresh.flatMap(([, short, resource]) => signOf(short, resource, now)),
    stale.length === 0 ? [] : staleBadge(String(stale.length), oldest, now),
  ];
}

function signOf(name: string, resource: Resource<unknown>, now: number): Line {
  if (freshnessOf(resource, now) === 'none') return [{ text: `${name}… `, tone: 'faint' }];
  return staleBadge(name, resource.updatedAt, now);
}

function staleBadge(what: string, updatedAt: number | undefined, now: number): Line {
  const old = updatedAt === undefined ? '' : ` ${age(now - updatedAt)}`;
  return [{ text: ` ${what} STALE${old} `, tone: 'badgeWarn' }, { text: ' ' }];
}
