import type { ServerRecord } from '../../cluster/state.ts';
import { type ListFilter, parseListFilter } from '../lists/filter.ts';
import { serverColumns } from './columns.ts';
import { serverRole } from './load.ts';

/** A filter of servers; plain words are looked for in name, host, group and role. */
export function serverFilter(text: string): ListFilter<ServerRecord> {
  return parseListFilter(text, serverColumns, ({ name, server }) =>
    [name, server.hostName, server.groupName, serverRole(server), server.clusterManager ? 'manager' : '']
      .filter(Boolean)
      .join('\n'),
  );
}
