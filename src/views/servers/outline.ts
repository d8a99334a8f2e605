import { DASH } from '../../base/format.ts';
import { type Amount, applicationsAmount, serverBandwidth, sumAmounts } from '../../cluster/figures.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import type { ServerApplication } from '../../protocol/topology.ts';
import { byWord } from '../lists/compare.ts';
import { serverLoad } from './load.ts';
import { serverRoleWords } from './servers.ts';

export type ServersMode = 'list' | 'map' | 'groups' | 'tree';

/** One row of the Servers screen in any of its views. Shares are 0 to 1, bandwidths bytes per second. */
export interface ServerRow {
  /** Identity for selecting and folding. */
  readonly id: string;
  readonly kind: 'cluster' | 'group' | 'server' | 'application';
  readonly depth: number;
  readonly label: string;
  /** Undefined if there is nothing to fold. */
  readonly folded: boolean | undefined;
  readonly role: string;
  readonly group: string;
  readonly cpu: number | undefined;
  /** For several servers: the largest share. */
  readonly cpuMax: number | undefined;
  readonly mem: number | undefined;
  readonly in: Amount;
  readonly out: Amount;
  readonly viewers: Amount;
  readonly streams: Amount;
  readonly manager: boolean;
  /** Number of servers that are present and gone, in a group or in total; undefined for a row of one server. */
  readonly servers: { readonly here: number; readonly gone: number } | undefined;
  /** Number of applications; undefined if the server does not report it. */
  readonly apps: number | undefined;
  /** The server of the row, or the server of an application. */
  readonly record: ServerRecord | undefined;
  readonly application: ServerApplication | undefined;
}

/**
 * Rows of a view. `toggled` are the ids whose folding differs from the default: in the tree servers are folded,
 * everything else is open. `records` must be filtered and sorted.
 */
export function serverRows(
  records: readonly ServerRecord[],
  mode: ServersMode,
  toggled: readonly string[],
  clusterName: string,
): ServerRow[] {
  if (mode === 'list') return records.map((record) => serverRow(record, 0, undefined));
  if (mode === 'map')
    return byGroup(records).flatMap(([, members]) =>
      members.map((record) => serverRow(record, 0, undefined)),
    );
  const flipped = new Set(toggled);
  const rows: ServerRow[] = [];
  let depth = 0;
  if (mode === 'tree') {
    const folded = flipped.has(CLUSTER);
    rows.push({
      ...aggregate(records, { id: CLUSTER, kind: 'cluster', label: clusterName, depth: 0 }),
      folded,
    });
    if (folded) return rows;
    depth = 1;
  }
  for (const [group, members] of byGroup(records)) {
    const id = `group ${group}`;
    const folded = flipped.has(id);
    rows.push({ ...aggregate(members, { id, kind: 'group', label: group, depth }), folded });
    if (folded) continue;
    for (const record of members) {
      const applications = mode === 'tree' ? (record.server.applications ?? []) : [];
      const closed = applications.length === 0 ? undefined : !flipped.has(serverId(record.name));
      rows.push(serverRow(record, depth + 1, closed));
      if (closed !== false) continue;
      applications.forEach((application, index) => {
        rows.push(applicationRow(record, application, index, depth + 2));
      });
    }
  }
  return rows;
}

const CLUSTER = 'cluster';

/** Identity of a server's row, distinct from groups and applications of the same name. */
export function serverId(name: string): string {
  return `server ${name}`;
}

function byGroup(records: readonly ServerRecord[]): [string, ServerRecord[]][] {
  const groups = new Map<string, ServerRecord[]>();
  for (const record of records) {
    const name = record.server.groupName || DASH;
    const members = groups.get(name);
    if (members) members.push(record);
    else groups.set(name, [record]);
  }
  return [...groups].sort(([a], [b]) => byWord(a, b));
}

export function serverRow(record: ServerRecord, depth: number, folded: boolean | undefined): ServerRow {
  const { server } = record;
  const load = serverLoad(server);
  const applications = server.applications ?? [];
  return {
    id: serverId(record.name),
    kind: 'server',
    depth,
    label: record.name,
    folded,
    role: serverRoleWords(server),
    group: server.groupName || DASH,
    cpu: load.cpu,
    cpuMax: undefined,
    mem: load.mem,
    in: serverBandwidth(server, 'in'),
    out: serverBandwidth(server, 'out'),
    viewers: applicationsAmount(applications, 'viewers'),
    streams: applicationsAmount(applications, 'streams'),
    manager: server.clusterManager === true,
    servers: undefined,
    apps: server.applications?.length,
    record,
    application: undefined,
  };
}

/** The sums of the servers of a group (or of all). Gone servers are counted, but their old values are left out. */
function aggregate(
  members: readonly ServerRecord[],
  { id, kind, label, depth }: Pick<ServerRow, 'id' | 'depth' | 'label'> & { kind: 'cluster' | 'group' },
): ServerRow {
  const here = members.filter((record) => record.goneSince === undefined).map((record) => record.server);
  const loads = here.map(serverLoad);
  const applications = here.flatMap((server) => server.applications ?? []);
  const cpus = knownValues(loads.map((load) => load.cpu));
  return {
    id,
    kind,
    depth,
    label,
    folded: false,
    role: '',
    group: kind === 'group' ? label : '',
    cpu: mean(cpus),
    cpuMax: cpus.length === 0 ? undefined : Math.max(...cpus),
    mem: mean(knownValues(loads.map((load) => load.mem))),
    in: sumAmounts(here.map((server) => serverBandwidth(server, 'in'))),
    out: sumAmounts(here.map((server) => serverBandwidth(server, 'out'))),
    viewers: applicationsAmount(applications, 'viewers'),
    streams: applicationsAmount(applications, 'streams'),
    manager: false,
    servers: { here: here.length, gone: members.length - here.length },
    apps: applications.length,
    record: undefined,
    application: undefined,
  };
}

function knownValues(values: readonly (number | undefined)[]): number[] {
  return values.filter((value) => value !== undefined);
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function applicationRow(
  record: ServerRecord,
  application: ServerApplication,
  index: number,
  depth: number,
): ServerRow {
  return {
    // Names may repeat across servers and even on one server; the id may be missing.
    id: `application ${record.name} ${application.id ?? `${application.name} ${index}`}`,
    kind: 'application',
    depth,
    label: application.name,
    folded: undefined,
    role: application.type ?? DASH,
    group: record.server.groupName || DASH,
    cpu: undefined,
    cpuMax: undefined,
    mem: undefined,
    in: { used: application.bandwidth?.inBandwidth ?? undefined, cap: undefined },
    out: { used: application.bandwidth?.outBandwidth ?? undefined, cap: undefined },
    viewers: applicationsAmount([application], 'viewers'),
    streams: applicationsAmount([application], 'streams'),
    manager: false,
    servers: undefined,
    apps: undefined,
    record,
    application,
  };
}
