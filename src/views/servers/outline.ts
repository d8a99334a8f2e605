import { DASH } from '../../base/format.ts';
import { type Amount, applicationsAmount, serverBandwidth, sumAmounts } from '../../cluster/figures.ts';
import { figureValue } from '../../cluster/server-figures.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import type { Server } from '../../protocol/topology.ts';
import { byValue } from '../lists/column.ts';
import { serverRole } from './load.ts';

export type ServersMode = 'groups' | 'list' | 'map';

/** One row of the Servers screen in any of its views. Shares are 0 to 1, bandwidths bytes per second. */
export interface ServerRow {
  /** Identity for selecting and folding. */
  readonly id: string;
  readonly kind: 'group' | 'server';
  /** A server is indented below its group. */
  readonly depth: 0 | 1;
  readonly label: string;
  /** Undefined if there is nothing to fold. */
  readonly folded: boolean | undefined;
  readonly role: string;
  readonly group: string;
  readonly cpu: number | undefined;
  /** For a group: the largest share. */
  readonly cpuMax: number | undefined;
  readonly mem: number | undefined;
  readonly in: Amount;
  readonly out: Amount;
  readonly viewers: Amount;
  readonly streams: Amount;
  readonly manager: boolean;
  /** Number of servers of a group that are present and gone; undefined for a server. */
  readonly servers: { readonly here: number; readonly gone: number } | undefined;
  /** Undefined for a group. */
  readonly record: ServerRecord | undefined;
}

/**
 * Rows of a view. `folded` are the ids of the groups that are folded. `records` must be filtered and sorted, for groups
 * by group.
 */
export function serverRows(
  records: readonly ServerRecord[],
  mode: ServersMode,
  folded: readonly string[],
): ServerRow[] {
  if (mode === 'list') return records.map((record) => serverRow(record));
  const groups = [...Map.groupBy(records, ({ server }) => server.groupName || DASH)];
  if (mode === 'map') {
    const sorted = groups.sort(([a], [b]) => byValue(a, b));
    return sorted.flatMap(([, members]) => members.map((record) => serverRow(record)));
  }
  return groups.flatMap(([name, members]) => {
    const group = groupRow(name, members, folded);
    return group.folded ? [group] : [group, ...members.map((record) => serverRow(record, 1))];
  });
}

/** Identity of a server's row, distinct from that of a group of the same name. */
export function serverId(name: string): string {
  return `server ${name}`;
}

export function serverRow(record: ServerRecord, depth: ServerRow['depth'] = 0): ServerRow {
  const { server } = record;
  return {
    ...figuresOf([server]),
    id: serverId(record.name),
    kind: 'server',
    depth,
    label: record.name,
    folded: undefined,
    role: serverRole(server) || (server.clusterManager ? 'manager' : DASH),
    group: server.groupName || DASH,
    cpuMax: undefined,
    manager: server.clusterManager === true,
    servers: undefined,
    record,
  };
}

/** The sums of the servers of a group. Gone servers are counted, but their old values are left out. */
function groupRow(name: string, members: readonly ServerRecord[], folded: readonly string[]): ServerRow {
  const here = members.filter((record) => record.goneSince === undefined).map((record) => record.server);
  const id = `group ${name}`;
  return {
    ...figuresOf(here),
    id,
    kind: 'group',
    depth: 0,
    label: name,
    folded: folded.includes(id),
    role: '',
    group: name,
    manager: false,
    servers: { here: here.length, gone: members.length - here.length },
    record: undefined,
  };
}

/** Shares are the mean of the servers that tell them, the rest are sums. */
function figuresOf(servers: readonly Server[]) {
  const applications = servers.flatMap((server) => server.applications ?? []);
  const known = (figure: 'cpu' | 'mem') =>
    servers.map((server) => figureValue(figure, server)).filter((value) => value != null);
  const cpus = known('cpu');
  return {
    cpu: mean(cpus),
    cpuMax: cpus.length === 0 ? undefined : Math.max(...cpus),
    mem: mean(known('mem')),
    in: sumAmounts(servers.map((server) => serverBandwidth(server, 'in'))),
    out: sumAmounts(servers.map((server) => serverBandwidth(server, 'out'))),
    viewers: applicationsAmount(applications, 'viewers'),
    streams: applicationsAmount(applications, 'streams'),
  };
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
