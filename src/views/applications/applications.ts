import type { ApplicationQuery, ClusterState } from '../../cluster/state.ts';
import { type Application, type ApplicationType, applicationTypes } from '../../protocol/application.ts';
import type { ServerApplication } from '../../protocol/topology.ts';
import type { Sort } from '../lists/column.ts';
import { byWord } from '../lists/compare.ts';
import { fieldNamed, filterTerms, type ListFilter, parseListFilter } from '../lists/filter.ts';
import { applicationColumns } from './columns.ts';

/** The filter of the list; the server applies it (A7). */
export interface ApplicationFilter {
  readonly search: string;
  readonly appType: ApplicationType | undefined;
  /** Terms that the server cannot filter by, such as `viewers>500` and `!test`. */
  readonly terms: string;
}

export const noApplicationFilter: ApplicationFilter = { search: '', appType: undefined, terms: '' };

/** Applications in trouble first. `trouble` is an order of castwatch and not a field of the server. */
export const firstApplicationSort: Sort = { key: 'trouble', descending: false };

/** The query for the server (A7). For the order `trouble`, which the server does not have, it has no order. */
export function applicationQuery(filter: ApplicationFilter, sort: Sort): ApplicationQuery {
  return {
    ...(sort.key !== 'trouble' && { orderBy: sort.key, order: sort.descending ? 'desc' : 'asc' }),
    ...(filter.search !== '' && { search: filter.search }),
    ...(filter.appType !== undefined && { appType: filter.appType }),
  };
}

/** Whether any part of the filter is set. */
export function isApplicationFiltered({ search, appType, terms }: ApplicationFilter): boolean {
  return search !== '' || appType !== undefined || terms !== '';
}

/** Parses text such as `live type:EDGE viewers>500`: the terms that the server can filter by, and the rest. */
export function parseApplicationFilter(text: string): ApplicationFilter {
  const search: string[] = [];
  const terms: string[] = [];
  let appType: ApplicationType | undefined;
  for (const { text: term, not, field, sign, value } of filterTerms(text)) {
    if (!not && field === 'type' && sign === ':') {
      appType = applicationTypes.find((type) => type === value.toUpperCase());
    } else if (not || (field !== undefined && fieldNamed(field, applicationColumns))) terms.push(term);
    else search.push(field === undefined ? value : term);
  }
  return { search: search.join(' '), appType, terms: terms.join(' ') };
}

/** The part of a filter that the server cannot apply. */
export function applicationTerms({ terms }: ApplicationFilter): ListFilter<Application> {
  return parseListFilter(terms, applicationColumns, ({ name }) => name);
}

/** The filter as a user would type it; `parseApplicationFilter` parses it again. */
export function applicationFilterText({ search, appType, terms }: ApplicationFilter): string {
  return [search, appType === undefined ? '' : `type:${appType}`, terms]
    .filter((part) => part !== '')
    .join(' ');
}

/** An application on one of its servers, from the topology. */
export interface Placement {
  readonly server: string;
  readonly group: string | undefined;
  readonly goneSince: number | undefined;
  readonly application: ServerApplication;
}

/**
 * The servers that run this application, by server name. If the topology does not have its id, they are found by
 * its name.
 */
export function placementsOf(
  state: ClusterState,
  { id, name }: { readonly id?: string | null | undefined; readonly name: string },
): Placement[] {
  const named = state.servers.flatMap(({ name: server, server: known, goneSince }) =>
    (known.applications ?? [])
      .filter((application) => application.name === name || (id != null && application.id === id))
      .map((application) => ({ server, group: known.groupName ?? undefined, goneSince, application })),
  );
  const identified = named.filter(({ application }) => id != null && application.id === id);
  return (identified.length > 0 ? identified : named).sort((a, b) => byWord(a.server, b.server));
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
  const names = new Set<string>();
  let placements = 0;
  for (const { server, goneSince } of state.servers) {
    if (goneSince !== undefined) continue;
    for (const application of server.applications ?? []) {
      names.add(application.name);
      placements++;
    }
  }
  const total = listTotal ?? placements;
  return Math.abs(names.size - total) < Math.abs(placements - total) ? names.size : placements;
}
