import { MINUTE_MS } from '../base/durations.ts';
import { tableKeys } from '../base/table.ts';
import type { EndpointName } from '../protocol/endpoints.ts';
import type { ClusterState, ResourceKey } from './state.ts';

interface ResourceRow {
  /** Its name for people and scripts. Ways of reading the same data share it. */
  readonly name: string;
  /** The short name for a narrow header; resources without one are not in the header. */
  readonly short?: string;
  /** For the dialog that shows how fresh everything is. */
  readonly title: string;
  readonly endpoint: EndpointName;
  /** Between two polls at the usual pace, ms; of a sweep, between two beginnings. */
  readonly interval: number;
  /** The same while a screen shows it, where that differs. */
  readonly lookedAtInterval?: number;
  /** Always polled, because triage needs it; the others only while a screen shows them. */
  readonly always?: true;
  /** Read page by page, spread over the interval. */
  readonly swept?: true;
  /**
   * Without it nothing can be said of the cluster: if it is stale for long, that is critical; for the others it is a
   * warning.
   */
  readonly vital?: true;
}

/**
 * The one table of resources, by their members of the state. Polling, the header's freshness, the stale rule, `check`,
 * the metrics, the history's gaps and what the snapshot says of freshness follow from it. Of one name, the way that a
 * screen looks at stands before the sweep.
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
    // The dashboard carries the topology, too.
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
/** Names of what is always polled: each of them is exactly one row. */
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

/** What is polled from the start, whatever is looked at. */
export const alwaysPolled = resources.filter(({ always }) => always);

/** One value for each of them, by its name. */
export function byAlwaysName<T>(make: (key: ResourceKey) => T): Readonly<Record<AlwaysName, T>> {
  return Object.fromEntries(alwaysPolled.map(({ key, name }) => [name, make(key)])) as Record<AlwaysName, T>;
}

/** The rows of one name at a time, in the table's order. */
export const waysToRead: readonly (typeof resources)[] = [
  ...Map.groupBy(resources, ({ name }) => name).values(),
];

/** All that is asked for at the start has come or failed. */
export function hasFirstRound(state: ClusterState): boolean {
  return alwaysPolled.every(({ key }) => {
    const { updatedAt, error } = state[key];
    return updatedAt !== undefined || error !== undefined;
  });
}
