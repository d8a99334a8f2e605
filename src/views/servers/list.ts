import type { ServerRecord } from '../../cluster/state.ts';
import { compareBy, type Sort } from '../lists/column.ts';
import { type ListFilter, parseListFilter } from '../lists/filter.ts';
import { serverColumns } from './columns.ts';
import { serverRole, sortByHeat } from './load.ts';

/** A filter of servers; plain words are looked for in name, host, group and role. */
export function serverFilter(text: string): ListFilter<ServerRecord> {
  return parseListFilter(text, serverColumns, ({ name, server }) =>
    [name, server.hostName, server.groupName, serverRole(server), server.clusterManager ? 'manager' : '']
      .filter(Boolean)
      .join('\n'),
  );
}

export const hottestFirst: Sort = { key: 'heat', descending: true };

/**
 * Records in the order asked for. By heat, gone servers stand on top; by any other figure they go below, because
 * their values are of the past. Equal ones stand by name, so that rows do not dance.
 */
export function sortServers(records: readonly ServerRecord[], sort: Sort): readonly ServerRecord[] {
  if (sort.key === 'heat' && sort.descending) return sortByHeat(records);
  const compare = compareBy(serverColumns, sort, ({ name }) => name);
  const sorted = [...records].sort(compare);
  const order = serverColumns.find(({ key }) => key === sort.key)?.order;
  // Words are not of the past: a server keeps its name and its group.
  if (!order?.descending) return sorted;
  const gone = sorted.filter(({ goneSince }) => goneSince !== undefined);
  const here = sorted.filter(({ goneSince }) => goneSince === undefined);
  return sort.key === 'heat' ? [...gone, ...here] : [...here, ...gone];
}
