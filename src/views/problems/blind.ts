import { duration } from '../../base/format.ts';
import { ageOf, freshnessOf } from '../../cluster/freshness.ts';
import { resourceTable } from '../../cluster/resources.ts';
import type { ClusterState, ResourceError } from '../../cluster/state.ts';

/** Missed polls after which the cluster counts as not answering. */
const MISSED_POLLS = 2;

/** Why nothing is known of the cluster any more. */
export interface Blindness {
  /** Time of the last response, Unix ms; undefined if there was none. */
  readonly since: number | undefined;
  /** In words, with the time until the next attempt. */
  readonly reason: string;
  /** The same in its two parts, of which the first may be cut. */
  readonly parts: { readonly cause: string; readonly retry: string };
}

/** Since when and why the cluster does not answer; undefined while the regularly polled resources still arrive. */
export function blindness(state: ClusterState, now: number): Blindness | undefined {
  const { dashboard, journalResource } = state;
  const isLost = [dashboard, journalResource].every((resource) => {
    const fresh = freshnessOf(resource, now);
    return fresh === 'error' || fresh === 'stale';
  });
  const { error, interval = resourceTable.dashboard.interval, updatedAt: since } = dashboard;
  if (!isLost || (ageOf(dashboard, now) ?? Number.POSITIVE_INFINITY) < MISSED_POLLS * interval)
    return undefined;
  const cause = error ? error.message.replace(/\.$/, '') : 'nothing is known of it now';
  const retry = error ? `, ${retryWords(error, now)}` : '';
  return { since, reason: `${cause}${retry}`, parts: { cause, retry } };
}

function retryWords({ retryAt }: ResourceError, now: number): string {
  const wait = (retryAt ?? now) - now;
  return wait > 0 ? `retry in ${duration(Math.ceil(wait / 1000) * 1000)}` : 'retrying now';
}
