import type { ClusterState } from '../../cluster/state.ts';
import { applicationTypes } from '../../protocol/application.ts';
import { askedFilter } from '../lists/asked-filter.ts';
import { byValue, type Sort } from '../lists/column.ts';
import { applicationColumns } from './columns.ts';

/** The filter of the list (A7). */
export const applicationFilter = askedFilter(applicationColumns, ({ name }) => name, {
  appType: { name: 'type', of: ({ type }) => type, values: applicationTypes },
});

/** Applications in trouble first. `trouble` is an order of castwatch and not a field of the server. */
export const firstApplicationSort: Sort = { key: 'trouble', descending: false };

/** An application on one of its servers, from the topology. */
export type Placement = Readonly<ReturnType<typeof placementsOf>[number]>;

/**
 * The servers that run this application, by server name. If the topology does not have its id, they are found by
 * its name.
 */
export function placementsOf(
  state: ClusterState,
  { id, name }: { readonly id?: string | null | undefined; readonly name: string },
) {
  const named = state.servers.flatMap(({ name: server, server: known, goneSince }) =>
    (known.applications ?? [])
      .filter((application) => application.name === name || (id != null && application.id === id))
      .map((application) => ({ server, group: known.groupName ?? undefined, goneSince, application })),
  );
  const identified = named.filter(({ application }) => id != null && application.id === id);
  return (identified.length > 0 ? identified : named).sort((a, b) => byValue(a.server, b.server));
}

/**
 * Number of applications in the topology; undefined before the first topology. The API does not specify whether a
 * list counts applications of the same name once or once per server, so the count closer to `listTotal` is taken.
 */
export function applicationsInTopology(
  state: ClusterState,
  listTotal: number | undefined,
): number | undefined {
  if (state.servers.length === 0) return undefined;
  const here = state.servers.filter(({ goneSince }) => goneSince === undefined);
  const placed = here.flatMap(({ server }) => server.applications ?? []);
  const names = new Set(placed.map(({ name }) => name));
  const total = listTotal ?? placed.length;
  return Math.abs(names.size - total) < Math.abs(placed.length - total) ? names.size : placed.length;
}
