import type { ServerRecord } from '../../cluster/state.ts';
import { compareBy, type Sort } from '../lists/column.ts';
import { type ListFilter, parseListFilter } from '../lists/filter.ts';
import { type ShownOrders, steadyByColumn } from '../lists/steady-order.ts';
import { serverColumns } from './columns.ts';
import { serverRole, sortByHeat } from './load.ts';

/** A filter of servers; plain words are searched for in name, host, group and role. */
export function serverFilter(text: string): ListFilter<ServerRecord> {
  return parseListFilter(text, serverColumns, ({ name, server }) =>
    [name, server.hostName, server.groupName, serverRole(server), server.clusterManager ? 'manager' : '']
      .filter(Boolean)
      .join('\n'),
  );
}

export const hottestFirst: Sort = { key: 'heat', descending: true };
export const byGroup: Sort = { key: 'group', descending: false };

/**
 * Records in the requested order. By heat, gone servers come first; by any other figure last, because their values
 * are old. Equal ones are ordered by name, so that rows keep their places.
 */
export function sortServers(
  records: readonly ServerRecord[],
  sort: Sort,
  shown?: ShownOrders,
): readonly ServerRecord[] {
  if (sort.key === 'heat' && sort.descending) return sortByHeat(records, shown);
  // Within a group the hottest are first.
  if (sort.key === byGroup.key)
    return sortByHeat(records, shown).toSorted(compareBy(serverColumns, sort, () => ''));
  const compare = compareBy(serverColumns, sort, ({ name }) => name);
  const sorted = [...records].sort(compare);
  const order = serverColumns.find(({ key }) => key === sort.key)?.order;
  // Text columns stay valid: a gone server keeps its name and its group.
  if (!order?.descending) return sorted;
  const gone = sorted.filter(({ goneSince }) => goneSince !== undefined);
  const here = sorted.filter(({ goneSince }) => goneSince === undefined);
  if (sort.key === 'heat') return [...gone, ...here];
  const of = { columns: serverColumns, sort, list: 'servers', id: ({ name }: ServerRecord) => name };
  return [...steadyByColumn(here, of, shown), ...gone];
}
