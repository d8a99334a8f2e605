import { duration } from '../../base/format.ts';
import { ageOf, freshnessOf } from '../../cluster/freshness.ts';
import { resourceTable } from '../../cluster/resources.ts';
import type { ClusterState } from '../../cluster/state.ts';

/** Missed polls after which the cluster counts as not answering. */
const MISSED_POLLS = 2;

export type Blindness = NonNullable<ReturnType<typeof blindness>>;

/**
 * Since when and why the cluster does not answer; undefined while the regularly polled resources still arrive. `since` is
 * the time of the last response, Unix ms; undefined if there was none.
 */
export function blindness(state: ClusterState, now: number) {
  const { dashboard, journalResource } = state;
  const isLost = [dashboard, journalResource].every((resource) => {
    const fresh = freshnessOf(resource, now);
    return fresh === 'error' || fresh === 'stale';
  });
  const { error, interval = resourceTable.dashboard.interval, updatedAt: since } = dashboard;
  if (!isLost || (ageOf(dashboard, now) ?? Number.POSITIVE_INFINITY) < MISSED_POLLS * interval)
    return undefined;
  const cause = error ? error.message.replace(/\.$/, '') : 'nothing is known of it now';
  const wait = (error?.retryAt ?? now) - now;
  const next = wait > 0 ? `, retry in ${duration(Math.ceil(wait / 1000) * 1000)}` : ', retrying now';
  const retry = error ? next : '';
  // The reason is there in its two parts, too, of which the first may be cut.
  return { since, reason: `${cause}${retry}`, parts: { cause, retry } };
}
