import type { Line, Span } from '../base/text.ts';
import { freshnessOf } from '../cluster/freshness.ts';
import type { ClusterState, Resource } from '../cluster/state.ts';
import { age } from '../views/format.ts';

/**
 * How fresh the resources are, in three lengths, the longest first: a sign for each, words and an age where one is not
 * fresh; those alone that are not; how many are stale, with the oldest age.
 */
export function freshnessSigns(
  state: Pick<ClusterState, 'dashboard' | 'topology' | 'journalResource' | 'streams' | 'streamSweep'>,
  now: number,
): readonly Line[] {
  const resources: readonly (readonly [string, Resource<unknown>])[] = [
    ['dash', state.dashboard],
    ['topo', state.topology],
    ['jrnl', state.journalResource],
    ['strm', state.streams.interval === undefined ? state.streamSweep : state.streams],
  ];
  const all: Span[] = [];
  const notFresh: Span[] = [];
  const stale: Resource<unknown>[] = [];
  for (const [name, resource] of resources) {
    const fresh = freshnessOf(resource, now);
    if (fresh === 'fresh') {
      all.push({ text: `${name}✓ `, tone: 'dim' });
      continue;
    }
    if (fresh !== 'none') stale.push(resource);
    const said: Line =
      fresh === 'none' ? [{ text: `${name}… `, tone: 'faint' }] : staleBadge(name, resource.updatedAt, now);
    all.push(...said);
    notFresh.push(...said);
  }
  const times = stale.flatMap(({ updatedAt }) => updatedAt ?? []);
  const oldest = times.length === 0 ? undefined : Math.min(...times);
  return [all, notFresh, stale.length === 0 ? [] : staleBadge(String(stale.length), oldest, now)];
}

function staleBadge(what: string, updatedAt: number | undefined, now: number): Line {
  const old = updatedAt === undefined ? '' : ` ${age(now - updatedAt)}`;
  return [{ text: `${what} STALE${old} `, tone: 'badgeWarn' }, { text: ' ' }];
}
