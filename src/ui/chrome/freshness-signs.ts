import { duration } from '../../base/format.ts';
import type { Line } from '../../base/text.ts';
import { freshnessOf } from '../../cluster/freshness.ts';
import { waysToRead } from '../../cluster/resources.ts';
import type { ClusterState, Resource } from '../../cluster/state.ts';
import { blindness } from '../../views/problems/blind.ts';

/**
 * The resources that are not fresh, in three lengths, the longest first: full names, short names, a count with the
 * oldest age. Empty if everything is fresh. Also empty while the
 * cluster does not answer: the band says so.
 */
export function freshnessSigns(state: ClusterState, now: number): readonly Line[] {
  const all = waysToRead.flatMap((ways) => {
    const way = ways.find(({ key }) => state[key].interval !== undefined) ?? ways.at(-1);
    return way?.short === undefined ? [] : [{ name: way.name, short: way.short, resource: state[way.key] }];
  });
  const notFresh = all.filter(({ resource }) => freshnessOf(resource, now) !== 'fresh');
  const stale = notFresh.map(({ resource }) => resource).filter((each) => freshnessOf(each, now) !== 'none');
  const times = stale.flatMap(({ updatedAt }) => updatedAt ?? []);
  const oldest = times.length === 0 ? undefined : Math.min(...times);
  if (blindness(state, now)?.since !== undefined) return [[]];
  return [
    notFresh.flatMap(({ name, resource }) => signOf(name, resource, now)),
    notFresh.flatMap(({ short, resource }) => signOf(short, resource, now)),
    stale.length === 0 ? [] : staleBadge(String(stale.length), oldest, now),
  ];
}

function signOf(name: string, resource: Resource<unknown>, now: number): Line {
  if (freshnessOf(resource, now) === 'none') return [{ text: `${name}... `, tone: 'dim' }];
  return staleBadge(name, resource.updatedAt, now);
}

function staleBadge(what: string, updatedAt: number | undefined, now: number): Line {
  const old = updatedAt === undefined ? '' : ` ${duration(now - updatedAt)}`;
  return [{ text: ` ${what} STALE${old} `, tone: 'badgeWarn' }, { text: ' ' }];
}
