import { count } from '../../base/format.ts';
import type { Line } from '../../base/text.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { applicationId } from '../../protocol/application.ts';
import type { Problem } from '../../triage/problem.ts';
import { wholeSweep } from '../lists/paged-list.ts';

/** Number of cluster managers. Only one is a warning, because its failure would leave none. */
export function managerWords({ servers }: ClusterState): Line {
  // Older servers do not report which of them are managers.
  if (servers.every(({ server }) => server.clusterManager == null)) return [];
  const managers = servers.filter(
    ({ server, goneSince }) => server.clusterManager && goneSince === undefined,
  );
  if (managers.length === 0) return [{ text: 'NO manager', tone: 'crit' }];
  if (managers.length === 1) return [{ text: '1 manager', tone: 'warn' }];
  return [{ text: `${count(managers.length)} managers`, tone: 'dim' }];
}

/** Links of the applications to the manager: how many are up, and how many of those have trouble. */
export function clusterLinkWords(
  { applicationSweep, servers }: ClusterState,
  problems: readonly Problem[],
): Line {
  let all = 0;
  let lost = 0;
  const { items } = applicationSweep.value ?? {};
  // The sweep is up to a minute old: applications of a server that is gone no longer have a link.
  const gone = servers.filter(({ goneSince }) => goneSince !== undefined);
  const ended = new Set(gone.flatMap(({ server }) => (server.applications ?? []).map(applicationId)));
  for (const application of items?.values() ?? []) {
    const { clusterType, clusterConnection } = application;
    if (clusterType !== true || clusterConnection == null || ended.has(applicationId(application))) continue;
    all++;
    if (!clusterConnection) lost++;
  }
  if (all === 0) return [];
  if (lost > 0) return [{ text: `${count(lost)} of ${count(all)} links lost`, tone: 'crit' }];
  const troubled = problems
    .filter(({ kind }) => kind === 'link')
    .reduce((sum, { folded }) => sum + (folded?.count ?? 1), 0);
  return troubled > 0
    ? [{ text: `trouble on ${count(troubled)} of ${count(all)} links`, tone: 'warn' }]
    : [{ text: `${wholeSweep(applicationSweep.value) ? 'all ' : ''}${count(all)} links up`, tone: 'dim' }];
}
