import { bytes, count, rate, type Units } from '../../base/format.ts';
import { type Line, toned } from '../../base/text.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { applicationId } from '../../protocol/application.ts';
import {
  type ApplicationRole,
  applicationRoles,
  type DashboardHistory,
  type LimitedMeasure,
  type Load,
  limitedLoad,
  limitedMeasures,
} from '../../protocol/dashboard.ts';
import type { Problem } from '../../triage/problem.ts';
import { wholeSweep } from '../lists/paged-list.ts';
import { totalRows } from './overview.ts';

/** A group of the dashboard (A11): value and limit of each measure that contains the group. */
export type DashboardGroup = Readonly<ReturnType<typeof dashboardGroups>[number]>;

export function dashboardGroups({ dashboard }: ClusterState) {
  if (!dashboard.value) return [];
  const groups = new Map<string, Partial<Record<LimitedMeasure, Load>>>();
  for (const measure of limitedMeasures) {
    for (const { name, ...load } of limitedLoad(dashboard.value, measure)?.groups ?? [])
      groups.set(name, { ...groups.get(name), [measure]: load });
  }
  return [...groups].map(([name, loads]) => ({ name, loads })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

export type ClusterFigure = Readonly<ReturnType<typeof clusterFigures>[number]>;

/**
 * The five totals, with average and maximum of the histories that the server itself reports (A11). `sum` has the bytes
 * since the start of the counters, or how many of all streams are transcoded; empty if there is no such figure.
 */
export function clusterFigures(state: ClusterState, units: Units) {
  const { viewersStats, streamStats, incomingTraffic, outgoingTraffic, transcodeStats } =
    state.dashboard.value ?? {};
  const traffic = (value: number | null | undefined) => rate(value, units);
  const past = (history: DashboardHistory | null | undefined, format: typeof count, sum = '') => ({
    average: format(history?.average),
    max: format(history?.max),
    sum,
  });
  const { transcoded, total } = transcodeStats?.streams ?? {};
  const extras = {
    viewers: past(viewersStats?.viewerCountHistory, count),
    streams: past(streamStats?.streamCountHistory, count),
    in: past(incomingTraffic?.inBandwidthHistory, traffic, bytes(incomingTraffic?.totalBytes)),
    out: past(outgoingTraffic?.outBandwidthHistory, traffic, bytes(outgoingTraffic?.totalBytes)),
    transcode: { average: '', max: '', sum: `${count(transcoded)} of ${count(total)} streams` },
  };
  return totalRows(state, units).map(({ label, value, limit, measure }) => {
    return { label, value, limit, ...extras[measure] };
  });
}

export function roleTotals({ dashboard }: ClusterState): readonly (readonly [ApplicationRole, number])[] {
  const stats = dashboard.value?.appGroupStats;
  return applicationRoles.flatMap((role) => {
    const total = stats?.[role]?.total;
    return total == null ? [] : [[role, total] as const];
  });
}

/** Number of cluster managers. Only one is a warning, because its failure would leave none. */
export function managerWords({ servers }: ClusterState): Line {
  // Older servers do not report which of them are managers.
  if (servers.every(({ server }) => server.clusterManager == null)) return [];
  const managers = servers.filter(
    ({ server, goneSince }) => server.clusterManager && goneSince === undefined,
  );
  if (managers.length === 0) return toned('NO manager', 'crit');
  if (managers.length === 1) return toned('1 manager', 'warn');
  return toned(`${count(managers.length)} managers`, 'dim');
}

/** Links of the applications to the manager: how many are up, and how many of those have trouble. */
export function clusterLinkWords(
  { applicationSweep, servers }: ClusterState,
  problems: readonly Problem[],
): Line {
  // The sweep is up to a minute old: applications of a server that is gone no longer have a link.
  const gone = servers.filter(({ goneSince }) => goneSince !== undefined);
  const ended = new Set(gone.flatMap(({ server }) => (server.applications ?? []).map(applicationId)));
  const linked = [...(applicationSweep.value?.items.values() ?? [])].filter(
    (one) => one.clusterType === true && one.clusterConnection != null && !ended.has(applicationId(one)),
  );
  const all = linked.length;
  const lost = linked.filter(({ clusterConnection }) => !clusterConnection).length;
  if (all === 0) return [];
  if (lost > 0) return toned(`${count(lost)} of ${count(all)} links lost`, 'crit');
  const troubled = problems
    .filter(({ kind }) => kind === 'link')
    .reduce((sum, { folded }) => sum + (folded?.count ?? 1), 0);
  return troubled > 0
    ? toned(`trouble on ${count(troubled)} of ${count(all)} links`, 'warn')
    : toned(`${wholeSweep(applicationSweep.value) ? 'all ' : ''}${count(all)} links up`, 'dim');
}
