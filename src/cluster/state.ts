import type { Application } from '../protocol/application.ts';
import type { Dashboard, LimitedMeasure } from '../protocol/dashboard.ts';
import type { ParsedResponse } from '../protocol/parsed-response.ts';
import type { SessionState } from '../protocol/session-state.ts';
import type { Stream } from '../protocol/stream.ts';
import type { Server, Topology } from '../protocol/topology.ts';
import type { Viewer } from '../protocol/viewer.ts';
import type { History } from './history.ts';
import type { JournalState } from './journal/log.ts';
import type { Lookback } from './journal/lookback.ts';

/** The error of a resource, in words for a user. */
export interface ResourceError {
  /** Stable code, such as `TIMEOUT`, `REFUSED`, `HTTP_500`, `SCHEMA`, `BAD_CREDENTIALS`. */
  readonly code: string;
  /** What happened, to what, and what to do. */
  readonly message: string;
  /** Local time of the first consecutive failure, Unix ms. */
  readonly since: number;
  /** HTTP status, if there was a response. */
  readonly status?: number | undefined;
  /** When the next attempt is made, Unix ms by the local clock; undefined if it is not polled. */
  readonly retryAt?: number | undefined;
}

/** A resource with its freshness. The last good value stays during errors. */
export interface Resource<T> extends Omit<ParsedResponse<T>, 'value'> {
  readonly value: T | undefined;
  /** Local wall clock, Unix ms, at which `value` arrived. */
  readonly updatedAt: number | undefined;
  readonly error: ResourceError | undefined;
  readonly fetching: boolean;
  /** Current poll interval, ms; a value older than three intervals is stale. Undefined while it is not polled. */
  readonly interval: number | undefined;
}

/** A server: in the topology now, missing for some polls, or gone. */
export interface ServerRecord {
  /** `serverName`: the identity. */
  readonly name: string;
  /** Last known values; for a missing server those from before it vanished. */
  readonly server: Server;
  /** Local wall clock, Unix ms. */
  readonly lastSeen: number;
  /** Consecutive polls in which it was missing; 0 while it is present. */
  readonly misses: number;
  /** Unix ms of the first of these misses. */
  readonly missingSince?: number | undefined;
  /** Set after three misses: Unix ms at which it was first missing. Kept for an hour. */
  readonly goneSince: number | undefined;
}

/** One paged list as it was last requested. */
export interface ListState<T, Q> {
  readonly query: Q;
  /** Total from the server's paging envelope; undefined before the first response. */
  readonly totalItems: number | undefined;
  /** Items by absolute index in the server's order; missing indices are not loaded. */
  readonly items: ReadonlyMap<number, T>;
  /** The server refused or ignored `orderBy` for this query, so only the loaded items can be sorted. */
  readonly orderIgnored: boolean;
}

export interface StreamQuery {
  readonly application?: string | undefined;
  readonly orderBy?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly search?: string | undefined;
  readonly streamState?: string | undefined;
}

export interface ApplicationQuery extends Pick<StreamQuery, 'orderBy' | 'order' | 'search'> {
  readonly appType?: 'MONO' | 'ORIGIN' | 'TRANSCODE' | 'EDGE' | undefined;
}

/**
 * An object that is followed by a batch look-up. `endedAt` (local ms) is set when the server no longer finds it.
 */
export interface Watched<T> {
  readonly id: string;
  readonly value: T | undefined;
  readonly endedAt: number | undefined;
}

/** One full sweep over all streams or applications, page by page, for triage. */
export interface Sweep<T> {
  /** Keyed by stream id or application name. */
  readonly items: ReadonlyMap<string, T>;
  /** Those of the newest page. */
  readonly page?: readonly T[] | undefined;
  readonly totalItems: number | undefined;
  /** Local ms at which the sweep ended; undefined before the first. */
  readonly completedAt: number | undefined;
  /** Items are missing because the cluster is larger than the sweep's limit. */
  readonly truncated: boolean;
  /** The worst items came first, so items that are missing are less severe. */
  readonly isWorstFirst?: boolean | undefined;
  /**
   * Number of items that may be missing although the whole list was read: the server counts but does not list them, or
   * they moved between its pages.
   */
  readonly short?: number | undefined;
}

export type LimitLevel = 'cluster' | 'group' | 'server' | 'application';

/** A measure with a limit, its object, and how much of it is in use. */
export interface LimitedLoad {
  readonly measure: LimitedMeasure;
  readonly level: LimitLevel;
  /** Name of the group, server or application; `cluster` for the whole. */
  readonly object: string;
  /** For an application: its server, because several servers may run one with this name. */
  readonly server?: string | undefined;
  readonly value: number | undefined;
  /** Null: unlimited. */
  readonly limit: number | null;
}

/** A limit that changed since the previous poll. */
export interface LimitChange extends LimitedLoad {
  readonly before: number | null;
}

export const eventKinds = [
  'restart',
  'reconnect',
  'stream-restart',
  'server-gone',
  'server-back',
  'server-renamed',
  'server-replaced',
  'journal-restart',
  'journal-gap',
  'limit-changed',
] as const;

/** An event that the client detected: restarts, reconnects, counters that fell, limits. */
export interface ClusterEvent {
  readonly at: number;
  readonly kind: (typeof eventKinds)[number];
  readonly subject: string;
  readonly message: string;
  /** Set for a `limit-changed` in this session. */
  readonly limit?: LimitChange | undefined;
}

/**
 * Everything that is known of one cluster. Immutable except for `history`, which only grows and is read by time.
 */
export interface ClusterState {
  /** Name for people: profile name or host. */
  readonly name: string;
  readonly url: string;
  /** Rebuilt from a history, which does not keep all that was read and judged then. */
  readonly isStored?: true;
  /** Number of store updates. */
  readonly round: number;
  readonly session: SessionState;
  readonly dashboard: Resource<Dashboard>;
  readonly topology: Resource<Topology>;
  /** The newer of both topologies, merged with earlier servers, by name. */
  readonly servers: readonly ServerRecord[];
  readonly journalResource: Resource<null>;
  readonly journal: JournalState;
  /** The part of the journal that is read while the user scrolls back. */
  readonly lookback: Lookback | undefined;
  readonly streams: Resource<ListState<Stream, StreamQuery>>;
  readonly streamSweep: Resource<Sweep<Stream>>;
  readonly applications: Resource<ListState<Application, ApplicationQuery>>;
  readonly applicationSweep: Resource<Sweep<Application>>;
  readonly watchedStreams: Resource<readonly Watched<Stream>[]>;
  readonly watchedApplications: Resource<readonly Watched<Application>[]>;
  readonly viewers: Resource<readonly Watched<Viewer>[]>;
  readonly history: History;
  /** The newest 200, oldest first. */
  readonly events: readonly ClusterEvent[];
  /** Server clock minus local clock, ms, smoothed; undefined before the first response. */
  readonly clockSkew: number | undefined;
  /** By how much the server's clock was set while it was watched, ms. */
  readonly clockSets: readonly number[];
}

/** The members of the state with a freshness; `resources.ts` has the table of them. */
export type ResourceKey = {
  [K in keyof ClusterState]-?: ClusterState[K] extends Resource<unknown> ? K : never;
}[keyof ClusterState];
