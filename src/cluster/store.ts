import { createStore, type StoreApi } from 'zustand/vanilla';
import { noSessionState, type SessionState } from '../protocol/session-state.ts';
import { createHistory, type HistoryRecorder } from './create-history.ts';
import type { History } from './history.ts';
import { emptyJournal } from './journal/merge.ts';
import { emptyList } from './reduce-lists.ts';
import { emptyResource } from './resource.ts';
import type { ClusterState, ServerRecord, Sweep } from './state.ts';
import { structuralShare } from './structural-sharing.ts';

/** The store, and the writing side of its history: `state.history` is the same object, to be read. */
export interface ClusterStore extends StoreApi<ClusterState> {
  readonly recorder: HistoryRecorder;
}

function emptySweep<T>(): Sweep<T> {
  return { items: new Map(), totalItems: undefined, completedAt: undefined, truncated: false };
}

interface ClusterStoreOptions {
  /** For people. */
  readonly name: string;
  /** Base URL. */
  readonly url: string;
  /** Servers that an earlier session knew: one that has left since then is reported as missing. */
  readonly servers?: readonly ServerRecord[] | undefined;
}

/** The state of one cluster of which nothing was read yet. */
export function createClusterStore(cluster: ClusterStoreOptions): ClusterStore {
  const recorder = createHistory();
  const store = createStore<ClusterState>(() => emptyState(cluster, recorder));
  return { ...store, recorder };
}

/** A cluster of which nothing was read yet. */
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

/** One store update: `reduce` over the state, and the round counted where something changed. */
export function updateStore(
  store: StoreApi<ClusterState>,
  reduce: (state: ClusterState) => ClusterState,
): void {
  const state = store.getState();
  const next = reduce(state);
  if (next !== state) store.setState({ ...next, round: state.round + 1 }, true);
}

/** Writes the state of the login to the store; the session itself belongs to `http`. */
export function setSession(store: StoreApi<ClusterState>, session: SessionState): void {
  updateStore(store, (state) => {
    const shared = structuralShare(state.session, { ...session });
    return shared === state.session ? state : { ...state, session: shared };
  });
}
