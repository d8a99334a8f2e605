import type { Server } from '../protocol/topology.ts';
import {
  type Coverage,
  isUnread,
  itemsIn,
  type JudgedFigure,
  partlyRead,
  pathsOf,
  readingOf,
} from './coverage-rows.ts';
import { bringsServers } from './reduce-topology.ts';
import type { ClusterState, ServerRecord } from './state.ts';

/** Both responses may contain the servers; one complete list is enough. */
export function serverCoverage({ dashboard, topology, servers }: ClusterState): readonly Coverage[] {
  const lists = serverLists(dashboard, topology);
  if (lists.length === 0) {
    const isUnreadable = isUnread(pathsOf(dashboard), 'data.topology');
    return [{ figure: 'servers', reading: isUnreadable ? 'unreadable' : 'not looked', decides: true }];
  }
  const here = servers.filter(({ misses }) => misses === 0);
  const lost = Math.min(...lists.map(({ unreadable }) => itemsIn(unreadable, 'data.topology.*')));
  const paths = lists.flatMap(pathsOf);
  return [
    ...serverFigures(here, paths),
    managerCoverage(here, paths),
    groupServerCoverage(dashboard, here, paths),
    partlyRead('servers', readingOf(lost === 0 && here.length > 0, lost > 0), lost, here.length + lost),
  ];
}

/** Load of these servers. A figure that was not reported is unreadable or absent, according to `paths`. */
export function serverFigures(here: readonly ServerRecord[], paths: readonly string[]): readonly Coverage[] {
  const stats = 'data.topology.*.serverStats';
  const row = (figure: JudgedFigure, path: string, lacks: (server: Server) => boolean): Coverage => {
    const missing = here.filter(({ server }) => lacks(server)).length;
    const reading = readingOf(missing === 0, isUnread(paths, path));
    // A figure that no server reports is not measured in this cluster. If only some report it, it may be hidden for
    // the others.
    const decides = reading === 'unreadable' || missing < here.length;
    const coverage = partlyRead(figure, reading, missing, here.length);
    return { ...coverage, decides: coverage.decides && decides };
  };
  const capsUnread = (['inBandwidth', 'outBandwidth'] as const).filter((way) =>
    isUnread(paths, `${stats}.${way}.cap`),
  );
  const applications = 'data.topology.*.applications';
  const loads = paths.filter(
    (path) =>
      path === applications ||
      (path.startsWith(`${applications}.`) && /\*$|\.(viewers|streams)\b/.test(path)),
  );
  return [
    row('cpu', `${stats}.cpuUsage`, ({ serverStats }) => serverStats?.cpuUsage == null),
    row('mem', `${stats}.memUsage`, ({ serverStats }) => serverStats?.memUsage == null),
    row('bandwidth', stats, ({ serverStats }) =>
      (['inBandwidth', 'outBandwidth'] as const).some((way) => {
        const { usage, cap } = serverStats?.[way] ?? {};
        if (cap === undefined) return capsUnread.includes(way);
        return cap !== null && cap > 0 && usage == null;
      }),
    ),
    { figure: 'application load', reading: readingOf(loads.length === 0, true), decides: loads.length > 0 },
  ];
}

/** Which servers are managers. A server that does not say could be the missing one, unless enough others are. */
function managerCoverage(here: readonly ServerRecord[], paths: readonly string[]): Coverage {
  const flags = here.map(({ server }) => server.clusterManager);
  const managers = flags.filter((flag) => flag === true).length;
  const missing = flags.filter((flag) => flag == null).length;
  const isPathUnread = isUnread(paths, 'data.topology.*.clusterManager');
  // If some servers say that they are managers, the others need not say that they are not.
  const reading = readingOf(missing === 0 || (managers > 0 && !isPathUnread), isPathUnread);
  const isHidden = reading === 'unreadable' || (managers === 0 && missing < flags.length);
  return {
    figure: 'managers',
    reading,
    missing,
    of: here.length,
    decides: missing > 0 && managers <= 1 && isHidden,
  };
}

/** Roles whose servers are counted by group. */
const COUNTED_ROLES = ['origin', 'edge', 'transcode'] as const;

/**
 * Which server is in which group, and its role there: needed if the dashboard requires a number of servers for a
 * group.
 */
function groupServerCoverage(
  { value, unreadable }: ClusterState['dashboard'],
  here: readonly ServerRecord[],
  paths: readonly string[],
): Coverage {
  const stats = value?.appGroupStats;
  const wantedUnread = pathsOf({ unreadable }).some((path) =>
    /^data\.appGroupStats(\.(origin|edge|transcode)(\.groups.*)?)?$/.test(path),
  );
  const isJudged = COUNTED_ROLES.some((role) => stats?.[role]?.groups?.some(({ limit }) => (limit ?? 0) > 0));
  const missing = isJudged ? serversOfUnknownRole(here, paths).length : 0;
  const applications = 'data.topology.*.applications';
  const isPathUnread = ['data.topology.*.groupName', applications].some((path) => paths.includes(path));
  const roleUnread = isPathUnread || isUnread(paths, `${applications}.*.type`);
  const reading = readingOf(!wantedUnread && missing === 0, wantedUnread || roleUnread);
  const isHidden = wantedUnread || (missing > 0 && (roleUnread || missing < here.length));
  return { figure: 'group servers', reading, missing, of: here.length, decides: isHidden };
}

/**
 * Servers that do not report their group or role, so that they could belong to any. Having no group counts as an
 * answer.
 */
export function serversOfUnknownRole(
  here: readonly ServerRecord[],
  paths: readonly string[],
): readonly ServerRecord[] {
  const groupless = here.filter(({ server }) => server.groupName == null);
  const isUnsaid = groupless.length === here.length || paths.includes('data.topology.*.groupName');
  return here.filter(
    ({ server: { groupName, applications } }) =>
      (isUnsaid && groupName == null) || !applications || applications.some(({ type }) => type == null),
  );
}

/** Paths of what could not be read of the servers. */
export function serverPaths({
  dashboard,
  topology,
}: Pick<ClusterState, 'dashboard' | 'topology'>): readonly string[] {
  return serverLists(dashboard, topology).flatMap(pathsOf);
}

/** The responses that contain servers: only the dashboard if it contains all of them. */
function serverLists(
  dashboard: ClusterState['dashboard'],
  topology: ClusterState['topology'],
): readonly (ClusterState['dashboard'] | ClusterState['topology'])[] {
  const both = bringsServers(dashboard) ? [dashboard] : [dashboard, topology];
  return both.filter(({ value }) => value?.topology != null);
}
