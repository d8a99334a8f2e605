import type { ApplicationQuery, ClusterState } from '../cluster/state.ts';
import { type Application, type ApplicationType, applicationTypes } from '../protocol/application.ts';
import type { ServerApplication } from '../protocol/topology.ts';
import { markOf } from '../triage/marks.ts';
import type { Problem } from '../triage/problem.ts';
import { severityRank } from '../triage/rank.ts';
import { byIdentity, byNumber, byWord } from './paged-list.ts';
import { nextSortOf, sortWordsOf } from './sort-choice.ts';

/** What the list is narrowed to; the server filters (A7). */
export interface ApplicationFilter {
  readonly search: string;
  readonly appType: ApplicationType | undefined;
}

export const noApplicationFilter: ApplicationFilter = { search: '', appType: undefined };

/** Columns in the order in which `s` goes through them. `trouble` is no field of the server's. */
const applicationSorts = [
  { key: 'trouble', descending: false, words: ['trouble first', 'trouble last'] },
  { key: 'name', descending: false, words: ['by name', 'by name, turned round'] },
  { key: 'type', descending: false, words: ['by type', 'by type, turned round'] },
  { key: 'streamCount', descending: true, words: ['fewest streams first', 'most streams first'] },
  { key: 'viewerCount', descending: true, words: ['fewest viewers first', 'most viewers first'] },
  { key: 'connectionCount', descending: true, words: ['fewest connections first', 'most connections first'] },
  { key: 'inBandwidth', descending: true, words: ['least in first', 'most in first'] },
  { key: 'outBandwidth', descending: true, words: ['least out first', 'most out first'] },
] as const;

export interface ApplicationSort {
  readonly key: (typeof applicationSorts)[number]['key'];
  readonly descending: boolean;
}

export const firstApplicationSort: ApplicationSort = { key: 'trouble', descending: false };

/** The next order, in the direction that one means first. */
export function nextApplicationSort(sort: ApplicationSort): ApplicationSort {
  return nextSortOf(applicationSorts, sort);
}

/** The order in words, for the panel's border. */
export function applicationSortWords(sort: ApplicationSort): string {
  return sortWordsOf(applicationSorts, sort);
}

/** Order of what is loaded. Trouble: the worst problem, then a lost link, then the name, so that rows do not dance. */
export function compareApplications(
  { key, descending }: ApplicationSort,
  problems: readonly Problem[],
): (a: Application, b: Application) => number {
  const sign = descending ? -1 : 1;
  switch (key) {
    case 'trouble': {
      const rank = (it: Application) => {
        const mark = markOf(problems, 'application', it.name);
        return (mark ? 2 * (1 + severityRank[mark]) : 0) + (linkOf(it, problems).kind === 'lost' ? 1 : 0);
      };
      return (a, b) => sign * (rank(b) - rank(a)) || byWord(a.name, b.name);
    }
    case 'name':
    case 'type':
      return (a, b) => byWord(a[key], b[key], sign) || byWord(a.name, b.name);
    default:
      return (a, b) => byNumber(a[key], b[key], sign) || byWord(a.name, b.name);
  }
}

/** What the server is asked for (A7); trouble is our own order, so it asks for none. */
export function applicationQuery(filter: ApplicationFilter, sort: ApplicationSort): ApplicationQuery {
  return {
    ...(sort.key !== 'trouble' && { orderBy: sort.key, order: sort.descending ? 'desc' : 'asc' }),
    ...(filter.search !== '' && { search: filter.search }),
    ...(filter.appType !== undefined && { appType: filter.appType }),
  };
}

/** Whether any part of the filter narrows the list. */
export function isApplicationFiltered({ search, appType }: ApplicationFilter): boolean {
  return search !== '' || appType !== undefined;
}

/** `live type:EDGE` as people type it. */
export function parseApplicationFilter(text: string): ApplicationFilter {
  let appType: ApplicationType | undefined;
  const rest = text.replace(/(?:^|\s)type:(\S*)/gu, (_all, word: string) => {
    appType = applicationTypes.find((type) => type === word.toUpperCase());
    return ' ';
  });
  return { search: rest.replace(/\s+/gu, ' ').trim(), appType };
}

/** The filter as people would type it; `parseApplicationFilter` reads it back. */
export function applicationFilterText({ search, appType }: ApplicationFilter): string {
  return [search, appType === undefined ? '' : `type:${appType}`].filter((part) => part !== '').join(' ');
}

/** The next type to filter by; after the last comes undefined, which is all of them. */
export function nextType(current: ApplicationType | undefined): ApplicationType | undefined {
  return applicationTypes[current === undefined ? 0 : applicationTypes.indexOf(current) + 1];
}

/** How the link of an application to the cluster manager stands. */
export interface Link {
  readonly kind: 'none' | 'ok' | 'lost' | 'stalled' | 'unknown';
  /** Word for it; the server's own where all is well. */
  readonly word: string | undefined;
  readonly latency: number | undefined;
}

/** That packets stand still only shows over several polls: triage remembers them, so its word counts. */
export function linkOf(application: Application, problems: readonly Problem[]): Link {
  const data = application.clusterConnectionData;
  const latency = data?.latency ?? undefined;
  if (application.clusterConnection === false) {
    // Outside the cluster there is nothing to be connected to.
    if (application.clusterType !== true) return { kind: 'none', word: undefined, latency: undefined };
    return { kind: 'lost', word: 'LOST', latency };
  }
  if (problems.some((problem) => isStall(problem, application.name))) {
    return { kind: 'stalled', word: 'STALLED', latency };
  }
  if (data?.connectionState) return { kind: 'ok', word: data.connectionState, latency };
  if (application.clusterConnection === true) return { kind: 'ok', word: 'connected', latency };
  return { kind: application.clusterType === false ? 'none' : 'unknown', word: undefined, latency };
}

function isStall({ rule, title, subject }: Problem, name: string): boolean {
  return (
    rule === 'link' && title === 'Link stalled' && subject.kind === 'application' && subject.name === name
  );
}

/** An application by name, from the newest answer that holds it. */
export function findApplication(
  state: ClusterState,
  name: string,
): { readonly application: Application | undefined; readonly endedAt: number | undefined } {
  const watched = state.watchedApplications.value?.find((each) => each.id === name);
  if (watched?.endedAt !== undefined) return { application: watched.value, endedAt: watched.endedAt };
  const items = state.applications.value?.items ?? new Map<number, Application>();
  const sources = [
    { application: watched?.value, at: state.watchedApplications.updatedAt },
    { application: byIdentity(items, (each) => each.name).get(name), at: state.applications.updatedAt },
    { application: state.applicationSweep.value?.items.get(name), at: state.applicationSweep.updatedAt },
  ];
  let newest: (typeof sources)[number] | undefined;
  for (const source of sources) {
    if (source.application && (!newest || (source.at ?? 0) > (newest.at ?? 0))) newest = source;
  }
  return { application: newest?.application, endedAt: undefined };
}

/** An application on one of its servers, as the topology has it. */
export interface Placement {
  readonly server: string;
  readonly group: string | undefined;
  readonly goneSince: number | undefined;
  readonly application: ServerApplication;
}

/** The servers that run an application of this name, by server name. */
export function placementsOf(state: ClusterState, name: string): Placement[] {
  const found: Placement[] = [];
  for (const { name: server, server: known, goneSince } of state.servers) {
    for (const application of known.applications ?? []) {
      if (application.name === name) {
        found.push({ server, group: known.groupName ?? undefined, goneSince, application });
      }
    }
  }
  return found.sort((a, b) => byWord(a.server, b.server));
}

/**
 * Applications that the servers of the topology run; undefined before the first topology. Whether a list counts an
 * application of one name once or once a server is not told, so the count nearer to `listTotal` is taken.
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
