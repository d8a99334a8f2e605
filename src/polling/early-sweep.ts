import type { ClusterState } from '../cluster/state.ts';
import type { Dashboard } from '../protocol/dashboard.ts';

/**
 * Least time between an early sweep and the previous page, ms, so that the limit of requests per minute is kept.
 */
export const EARLY_GAP_MS = 20_000;

/**
 * Least change in the number of streams, or in a grade, that counts as a jump; for many streams this share of them.
 */
const LEAST_STREAMS = 3;
const STREAM_SHARE = 0.02;
/** A change of the viewers, or of the incoming bytes per second, by this share counts as a jump: an audience moves by itself. */
const VIEWERS_SHARE = 0.08;
const BYTES_SHARE = 0.03;

/**
 * Returns a function that compares the cluster with that at the beginning of the last sweep over the streams: true if the next
 * sweep should come early, because totals differ much, or a server is missing since, and only streams tell what it did.
 */
export function createJumpWatch(): (dashboard: Dashboard, state: ClusterState) => boolean {
  let atBegin: Dashboard | undefined;
  let atSweep: Dashboard | undefined;
  let before: { dashboard: Dashboard; readAt?: number | undefined; sweptAt?: number | undefined } | undefined;
  return (dashboard, { streamSweep, servers }) => {
    const { completedAt } = streamSweep.value ?? {};
    const { readAt, sweptAt } = before ?? {};
    // A page after the last one of a sweep is the first of the next.
    if (streamSweep.updatedAt !== readAt && readAt === sweptAt) atBegin = before?.dashboard ?? dashboard;
    if (completedAt !== sweptAt) atSweep = atBegin;
    before = { dashboard, readAt: streamSweep.updatedAt, sweptAt: completedAt };
    if (!atSweep || completedAt === undefined) return false;
    const isMissing = servers.some(({ missingSince = completedAt }) => missingSince > completedAt);
    return isMissing || hasJumped(atSweep, dashboard);
  };
}

function hasJumped(before: Dashboard, now: Dashboard): boolean {
  const streams = before.streamStats?.total?.value ?? 0;
  const most = Math.max(LEAST_STREAMS, STREAM_SHARE * streams);
  const differs = (a: number | null | undefined, b: number | null | undefined, by: number) =>
    a != null && b != null && by > 0 && Math.abs(a - b) >= by;
  const viewers = before.viewersStats?.total?.value ?? 0;
  const bytes = before.incomingTraffic?.total?.value ?? 0;
  const grades = (of: 'streamHealthSummary' | 'viewerHealthSummary', by: number) =>
    now[of]?.series.some((count, grade) => differs(before[of]?.series[grade], count, by)) ?? false;
  return (
    differs(streams, now.streamStats?.total?.value, most) ||
    differs(viewers, now.viewersStats?.total?.value, VIEWERS_SHARE * viewers) ||
    differs(bytes, now.incomingTraffic?.total?.value, BYTES_SHARE * bytes) ||
    grades('streamHealthSummary', most) ||
    grades('viewerHealthSummary', VIEWERS_SHARE * viewers)
  );
}
