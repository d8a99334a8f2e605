import type { ClusterState, Resource } from './state.ts';

/** `none`: never arrived. `error`: the last attempt failed. `stale`: older than three intervals. */
export type Freshness = 'none' | 'fresh' | 'stale' | 'error';

/** Missed polls after which a value counts as stale. */
export const STALE_INTERVALS = 3;

/** Age of the value in ms by the local wall clock, or undefined before the first. Never negative. */
export function ageOf(resource: Resource<unknown>, now: number): number | undefined {
  return resource.updatedAt === undefined ? undefined : Math.max(0, now - resource.updatedAt);
}

/**
 * How far a resource can be trusted at `now` (Unix ms, local). A resource that is not polled never becomes stale;
 * its age is shown instead.
 */
export function freshnessOf(resource: Resource<unknown>, now: number): Freshness {
  if (resource.error) return 'error';
  const age = ageOf(resource, now);
  if (age === undefined) return 'none';
  if (resource.interval !== undefined && age > STALE_INTERVALS * resource.interval) return 'stale';
  return 'fresh';
}

/** Age of a value that is not fresh at `now`, ms; undefined while it is fresh, or if it never arrived. */
export function staleFor(resource: Resource<unknown>, now: number): number | undefined {
  const fresh = freshnessOf(resource, now);
  return fresh === 'stale' || fresh === 'error' ? ageOf(resource, now) : undefined;
}

/** The time up to which the value of a resource is known: `now`, or its last response. Unix ms. */
export function dataEnd(resource: Resource<unknown>, now: number): number {
  return now - (staleFor(resource, now) ?? 0);
}

/** The one of these that answered last. */
export function newest(first: Resource<unknown>, ...others: readonly Resource<unknown>[]): Resource<unknown> {
  return others.reduce((a, b) => ((b.updatedAt ?? 0) > (a.updatedAt ?? 0) ? b : a), first);
}

/** The resource that the list of servers comes from: both may contain the topology, and the newer one counts. */
export function serversResource({
  dashboard,
  topology,
}: Pick<ClusterState, 'dashboard' | 'topology'>): Resource<unknown> {
  return dashboard.value?.topology ? newest(topology, dashboard) : topology;
}
