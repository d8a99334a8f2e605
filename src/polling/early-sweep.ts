import type { ClusterState } from '../cluster/state.ts';
import type { Dashboard } from '../protocol/dashboard.ts';

/** A sweep that comes early starts so long after the page before it, ms: it stays within the requests of a minute. */
export const EARLY_GAP_MS = 20_000;

/** So many streams more or fewer, or with another grade, are a jump; of many this share of them. */
const LEAST_STREAMS = 3;
const STREAM_SHARE = 0.05;
/** Incoming bytes per second that differ by this share are one. */
const TRAFFIC_SHARE = 0.08;

/**
 * Whether the dashboard differs so much from what it was at the last sweep over the streams that the next one should not
 * be waited for.
 */
export function createJumpWatch(): (dashboard: Dashboard, state: ClusterState) => boolean {
  let sweptAt: number | undefined;
  let atSweep: Dashboard | undefined;
  return (dashboard, { streamSweep }) => {
    const completedAt = streamSweep.value?.completedAt;
    if (completedAt === undefined) return false;
    if (!atSweep || completedAt !== sweptAt) {
      sweptAt = completedAt;
      atSweep = dashboard;
      return false;
    }
    return hasJumped(atSweep, dashboard);
  };
}

function hasJumped(before: Dashboard, now: Dashboard): boolean {
  const streams = before.streamStats?.total?.value ?? 0;
  const most = Math.max(LEAST_STREAMS, STREAM_SHARE * streams);
  const differs = (a: number | null | undefined, b: number | null | undefined, by: number) =>
    a != null && b != null && by > 0 && Math.abs(a - b) >= by;
  const grades = now.streamHealthSummary?.series ?? [];
  const traffic = before.incomingTraffic?.total?.value;
  return (
    differs(streams, now.streamStats?.total?.value, most) ||
    grades.some((count, grade) => differs(before.streamHealthSummary?.series[grade], count, most)) ||
    differs(traffic, now.incomingTraffic?.total?.value, TRAFFIC_SHARE * (traffic ?? 0))
  );
}
