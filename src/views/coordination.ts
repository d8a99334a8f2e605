import { count } from '../base/format.ts';
import type { Line, Span } from '../base/text.ts';
import type { ClusterState } from '../cluster/state.ts';

/** Whether the cluster is held together, in a few words: `2 managers · 16 links up`, what is lost first. */
export function coordinationLine({ servers, applicationSweep }: ClusterState): Line {
  const managers = servers.filter(
    ({ server, goneSince }) => goneSince === undefined && server.clusterManager === true,
  ).length;
  const telling = servers.some(({ server }) => server.clusterManager != null);
  const linked = [...(applicationSweep.value?.items.values() ?? [])].filter(
    ({ clusterType, clusterConnection }) => clusterType !== false && clusterConnection != null,
  );
  const lost = linked.filter(({ clusterConnection }) => clusterConnection === false).length;
  const words: Span[] = [];
  const add = (text: string, tone: 'dim' | 'warn' | 'crit') =>
    words.push({ text: words.length > 0 ? ` · ${text}` : text, tone });
  if (lost > 0) add(`${count(lost)} of ${count(linked.length)} links LOST`, 'crit');
  if (telling) add(`${count(managers)} manager${managers === 1 ? '' : 's'}`, managers > 1 ? 'dim' : 'warn');
  if (lost === 0 && linked.length > 0) add(`${count(linked.length)} links up`, 'dim');
  return words;
}
