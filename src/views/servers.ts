import type { ServerRecord } from '../cluster/state.ts';
import type { Server, ServerApplication } from '../protocol/topology.ts';
import { DASH } from './format.ts';
import { byHeat, serverLoad, serverRole, serverTotal } from './server-load.ts';

/** Something used against its cap: null is no limit, 0 is blocked, undefined is not known (A12). */
export interface Amount {
  readonly used: number | undefined;
  readonly cap: number | null | undefined;
}

const sortKeys = ['heat', 'name', 'role', 'group', 'cpu', 'mem', 'in', 'out', 'viewers', 'streams'] as const;
export type ServerSortKey = (typeof sortKeys)[number];

export interface ServerSort {
  readonly key: ServerSortKey;
  readonly descending: boolean;
}

export const hottestFirst: ServerSort = { key: 'heat', descending: true };

/** The next column to sort by, in the direction that one wants first: words upwards, figures downwards. */
export function nextSort(sort: ServerSort): ServerSort {
  const key = sortKeys[(sortKeys.indexOf(sort.key) + 1) % sortKeys.length] ?? 'heat';
  return { key, descending: !isWord(key) };
}

/** The order in words, for the panel's border. */
export function sortWords({ key, descending }: ServerSort): string {
  if (key === 'heat') return descending ? 'hottest first' : 'coolest first';
  return `by ${key} ${descending ? '▼' : '▲'}`;
}

const isWord = (key: ServerSortKey) => key === 'name' || key === 'role' || key === 'group';

/**
 * Records in the order asked for. By heat, gone servers stand on top; by any other column they go below, because
 * their values are of the past. Equal ones stand by name, so that rows do not dance.
 */
export function sortServers(records: readonly ServerRecord[], sort: ServerSort): readonly ServerRecord[] {
  const sorted = [...records];
  if (sort.key === 'heat' && sort.descending) return sorted.sort(byHeat);
  const sign = sort.descending ? -1 : 1;
  const { key } = sort;
  if (isWord(key)) {
    return sorted.sort((a, b) => sign * compareText(wordOf(a, key), wordOf(b, key)) || byName(a, b));
  }
  const goneFirst = key === 'heat';
  return sorted.sort((a, b) => {
    const gone = Number(a.goneSince !== undefined) - Number(b.goneSince !== undefined);
    if (gone !== 0) return goneFirst ? -gone : gone;
    const x = figureOf(a.server, key);
    const y = figureOf(b.server, key);
    // What is not known stands below in both directions.
    if (x === undefined || y === undefined)
      return Number(x === undefined) - Number(y === undefined) || byName(a, b);
    return sign * (x - y) || byName(a, b);
  });
}

function byName(a: ServerRecord, b: ServerRecord): number {
  return compareText(a.name, b.name);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function wordOf(record: ServerRecord, key: 'name' | 'role' | 'group' | ServerSortKey): string {
  if (key === 'role') return serverRole(record.server);
  if (key === 'group') return record.server.groupName ?? '';
  return record.name;
}

/** Percentages as they are shown: a tenth more must not swap two rows with each poll. */
function figureOf(server: Server, key: ServerSortKey): number | undefined {
  const load = serverLoad(server);
  const whole = (share: number | undefined) => (share === undefined ? undefined : Math.round(share * 100));
  switch (key) {
    case 'cpu':
      return whole(load.cpu);
    case 'mem':
      return whole(load.mem);
    case 'in':
      return server.serverStats?.inBandwidth?.usage ?? undefined;
    case 'out':
      return server.serverStats?.outBandwidth?.usage ?? undefined;
    case 'viewers':
    case 'streams':
      return serverTotal(server, key);
    default:
      return whole(load.heat);
  }
}

/** Servers whose name, host, group or role hold every word of the filter, whatever the case. */
export function filterServers(records: readonly ServerRecord[], filter: string): readonly ServerRecord[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return records;
  return records.filter(({ name, server }) => {
    const manager = server.clusterManager ? 'manager' : '';
    const text = [name, server.hostName, server.groupName, serverRole(server), manager]
      .filter(Boolean)
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Role in words: what its applications do, and whether it manages the cluster. */
export function roleWords(server: Server): string {
  return serverRole(server) || (server.clusterManager ? 'manager' : DASH);
}

/** Bytes per second of a server against its cap, in or out. */
export function bandwidthOf(server: Server, direction: 'in' | 'out'): Amount {
  const stats = server.serverStats?.[direction === 'in' ? 'inBandwidth' : 'outBandwidth'];
  return { used: stats?.usage ?? undefined, cap: stats?.cap };
}

/** Viewers or streams of several applications against the sum of their caps. */
export function countOf(applications: readonly ServerApplication[], what: 'viewers' | 'streams'): Amount {
  return sumAmounts(
    applications.map((application) => ({
      used: application[what]?.count ?? undefined,
      cap: application[what]?.cap,
    })),
  );
}

/** Used: the sum of what is known. Cap: no limit where one has none, not known where one is not known. */
export function sumAmounts(amounts: readonly Amount[]): Amount {
  let used: number | undefined;
  let cap: number | null | undefined = amounts.length === 0 ? undefined : 0;
  for (const amount of amounts) {
    if (amount.used !== undefined) used = (used ?? 0) + amount.used;
    if (amount.cap === null || cap === null) cap = null;
    else if (amount.cap === undefined || cap === undefined) cap = undefined;
    else cap += amount.cap;
  }
  return { used, cap };
}
