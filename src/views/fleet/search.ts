import { DASH, listed } from '../../base/format.ts';
import type { Link } from '../../base/link.ts';
import { isNoData } from '../../cluster/figures.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { findObjects } from '../lists/objects.ts';
import type { FleetMember } from './member.ts';

/** Objects that are taken of each cluster, so that one with many streams does not hide the others. */
const MOST_OF_EACH = 20;

/**
 * Servers, streams, problems and other objects of all these clusters whose names match, best first. Equal names, such
 * as one stream key on several clusters, stand below each other, each with its cluster and its health.
 */
export function findInFleet(members: readonly FleetMember[], typed: string) {
  const found = members.flatMap(({ name: cluster, state, triage }) =>
    findObjects({ state, triage }, typed)
      .slice(0, MOST_OF_EACH)
      .map((one) => ({ ...one, cluster, note: listed([cluster, ...healthOf(one.link, state)]) })),
  );
  return found.sort((a, b) => b.score - a.score || a.name.localeCompare(b.name));
}

function healthOf(link: Link, { streamSweep, servers }: ClusterState): readonly string[] {
  if (link.kind === 'server') {
    const record = servers.find(({ name }) => name === link.name);
    return record?.goneSince === undefined ? [] : ['GONE'];
  }
  if (link.kind !== 'stream' || link.id === undefined) return [];
  const stream = streamSweep.value?.items.get(link.id);
  const { healthScore, healthGrade } = stream ?? {};
  return [healthScore == null || isNoData(healthGrade) ? `health ${DASH}` : `health ${healthScore}`];
}
