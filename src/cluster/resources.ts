import { MINUTE_MS } from '../base/durations.ts';
import { tableKeys } from '../base/table.ts';
import type { EndpointName } from '../protocol/endpoints.ts';
import type { ClusterState, ResourceKey } from './state.ts';

interface ResourceRow {
  /** Its name for people and scripts. Several ways of reading the same data share a name. */
  readonly name: string;
  /** The short name for a narrow header; resources without one are not in the header. */
  readonly short?: string;
  /** For the dialog with the freshness of all resources. */
  readonly title: string;
  readonly endpoint: EndpointName;
  /** Interval of polls at normal pace, ms; for a sweep, between two starts. */
  readonly interval: number;
  /** The interval while a screen shows it, if different. */
  readonly lookedAtInterval?: number;
  /** Always polled, because triage needs it; others only while a screen shows them. */
  readonly always?: true;
  /** Read page by page, spread over the interval. */
  readonly swept?: true;
  /**
   * Without it nothing can be said about the cluster: if it is stale for long, that is critical; for others it is a
   * warning.
   */
  readonly vital?: true;
}

/**
 * The only table of resources, by their members of the state. Polling, freshness in the header, the stale rule,
 * `check`, metrics, gaps in the history and freshness in the snapshot are derived from it. For each name, the way
 * that a screen uses comes before the sweep.
 */
export const resourceTable = {
  dashboard: {
    name: 'dashboard',
    short: 'dash',
    title: 'Dashboard',
    endpoint: 'dashboard',
    interval: 2_000,
    always: true,
    vital: true,
  },
  topology: {
    name: 'topology',
    short: 'topo',
    title: 'Topology',
    endpoint: 'topology',
    // The dashboard contains the topology, too.
    interval: 10_000,
    lookedAtInterval: 2_000,
    always: true,
  },
  journalResource: {
    name: 'journal',
    short: 'jrnl',
    title: 'Journal',
    endpoint: 'journal',
    interval: 2_000,
    always: true,
  },
  streams: {
    name: 'streams',
    short: 'strm',
    title: 'Streams, window',
    endpoint: 'streams',
    interval: 3_000,
  },
  streamSweep: {
    name: 'streams',
    short: 'strm',
    title: 'Streams, sweep',
    endpoint: 'streams',
    interval: MINUTE_MS,
    always: true,
    swept: true,
  },
  applications: {
    name: 'applications',
    title: 'Applications, window',
    endpoint: 'applications',
    interval: 5_000,
  },
  applicationSweep: {
    name: 'applications',
    title: 'Applications, sweep',
    endpoint: 'applications',
    interval: MINUTE_MS,
    always: true,
    swept: true,
  },
  watchedStreams: {
    name: 'watched streams',
    title: 'Watched streams',
    endpoint: 'streamBatch',
    interval: 3_000,
  },
  watchedApplications: {
    name: 'watched applications',
    title: 'Watched applications',
    endpoint: 'applicationBatch',
    interval: 3_000,
  },
  viewers: {
    name: 'viewers',
    title: 'Looked-up viewers',
    endpoint: 'viewerBatch',
    interval: 3_000,
  },
} as const satisfies Readonly<Record<ResourceKey, ResourceRow>>;

type Table = typeof resourceTable;
/** Names of the resources that are always polled; each belongs to exactly one row. */
export type AlwaysName = {
  [K in ResourceKey]: Table[K] extends { always: true } ? Table[K]['name'] : never;
}[ResourceKey];
export type SweptKey = {
  [K in ResourceKey]: Table[K] extends { swept: true } ? K : never;
}[ResourceKey];

/** The table's rows in its order, each with its member of the state. */
export const resources: readonly (ResourceRow & { readonly key: ResourceKey })[] = tableKeys(
  resourceTable,
).map((key) => ({ ...resourceTable[key], key }));

/** Polled from the start, whatever the screen shows. */
export const alwaysPolled = resources.filter(({ always }) => always);

/** One value for each of them, by its name. */
export function byAlwaysName<T>(make: (key: ResourceKey) => T): Readonly<Record<AlwaysName, T>> {
  return Object.fromEntries(alwaysPolled.map(({ key, name }) => [name, make(key)])) as Record<AlwaysName, T>;
}

/** The rows grouped by name, in the table's order. */
export const waysToRead: readonly (typeof resources)[] = [
  ...Map.groupBy(resources, ({ name }) => name).values(),
];

/** Whether everything that is requested at the start has arrived or failed. */
export function hasFirstRound(state: ClusterState): boolean {
  return alwaysPolled.every(({ key }) => {
    const { updatedAt, error } = state[key];
    return updatedAt !== undefined || error !== undefined;
  });
}
