import type { Resource } from './state.ts';

/** `none`: never arrived. `error`: the last try failed. `stale`: older than three intervals. */
export type Freshness = 'none' | 'fresh' | 'stale' | 'error';

/** Polls that may be missed before a value counts as stale. */
const STALE_INTERVALS = 3;

/** Age of the value in ms by the local wall clock, or undefined before the first. Never negative. */
export function ageOf(resource: Resource<unknown>, now: number): number | undefined {
  return resource.updatedAt === undefined ? undefined : Math.max(0, now - resource.updatedAt);
}

/**
 * How far a resource can be trusted at `now` (Unix ms, local). What nobody polls does not become stale: it was
 * asked for once, and its age says the rest.
 */
export function freshnessOf(resource: Resource<unknown>, now: number): Freshness {
  if (resource.error) return 'error';
  const age = ageOf(resource, now);
  if (age === undefined) return 'none';
  if (resource.interval !== undefined && age > STALE_INTERVALS * resource.interval) return 'stale';
  return 'fresh';
}
