import { createStore, type StoreApi } from 'zustand/vanilla';
import { noSessionState, type SessionState } from '../protocol/session-state.ts';
import { createHistory, type HistoryRecorder } from './create-history.ts';
import type { History } from './history.ts';
import { emptyJournal } from './journal/merge.ts';
import { emptyList } from './reduce-lists.ts';
import { emptyResource } from './resource.ts';
import type { ClusterState, ServerRecord, Sweep } from './state.ts';
import { structuralShare } from './structural-sharing.ts';

/** The store, and the writable history: `state.history` is the same object for reading. */
export interface ClusterStore extends StoreApi<ClusterState> {
  readonly recorder: HistoryRecorder;
}

function emptySweep<T>(): Sweep<T> {
  return { items: new Map(), totalItems: undefined, completedAt: undefined, truncated: false };
}

interface ClusterStoreOptions {
  /** Name for people. */
  readonly name: string;
  /** Base URL. */
  readonly url: string;
  /** Servers that an earlier session saw: one that has left since then is reported as missing. */
  readonly servers?: readonly ServerRecord[] | undefined;
}

/** A store for one cluster, before anything was read. */
export function createClusterStore(cluster: ClusterStoreOptions): ClusterStore {
  const recorder = createHistory();
  const store = createStore<ClusterState>(() => emptyState(cluster, recorder));
  return { ...store, recorder };
}

/** The state of a cluster before anything was read. */
export function emptyState(cluster: ClusterStoreOptions, history: History): ClusterState {
  return {
    name: cluster.name,
    url: cluster.url,
    round: 0,
    session: noSessionState,
    dashboard: emptyResource(),
    topology: emptyResource(),
    servers: cluster.servers ?? [],
    journalResource: emptyResource<null>(),
    journal: emptyJournal,
    lookback: undefined,
    streams: emptyResource(emptyList({})),
    streamSweep: emptyResource(emptySweep()),
    applications: emptyResource(emptyList({})),
    applicationSweep: emptyResource(emptySweep()),
    watchedStreams: emptyResource([]),
    watchedApplications: emptyResource([]),
    viewers: emptyResource([]),
    history,
    events: [],
    clockSkew: undefined,
    clockSets: [],
  };
}

/** One store update: applies `reduce` to the state, and increments `round` if something changed. */
export function updateStore(
  store: StoreApi<ClusterState>,
  reduce: (state: ClusterState) => ClusterState,
): void {
  const state = store.getState();
  const next = reduce(state);
  if (next !== state) store.setState({ ...next, round: state.round + 1 }, true);
}

/** Writes the login's state to the store; `http` manages the session itself. */
export function setSession(store: StoreApi<ClusterState>, session: SessionState): void {
  updateStore(store, (state) => {
    const shared = structuralShare(state.session, { ...session });
    return shared === state.session ? state : { ...state, session: shared };
  });
}
