import type { Actions } from '../actions/actions.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { Monitor } from '../polling/monitor.ts';
import type { TriageState } from '../triage/engine.ts';
import type { ClusterSession } from './cluster-session.ts';

/** The cluster that is watched now. Those who look at it stay the same when another takes its place. */
export interface SessionHolder {
  readonly current: ClusterSession;
  readonly cluster: { getState(): ClusterState; subscribe(listener: () => void): () => void };
  readonly triage: {
    getState(): TriageState;
    subscribe(listener: () => void): () => void;
    acknowledge(key: string, note: string, until?: number): void;
    unacknowledge(key: string): void;
  };
  readonly monitor: Monitor;
  readonly actions: Actions;
  /** Watches another cluster from now on. The old one is closed first, so that none of its late answers arrives. */
  swap(next: ClusterSession): Promise<void>;
}

/** One session whose cluster can be changed under the screen: listeners stay, whatever is watched. */
export function holdSession(first: ClusterSession): SessionHolder {
  let current = first;
  const clusterListeners = new Set<() => void>();
  const triageListeners = new Set<() => void>();
  const tell = (listeners: ReadonlySet<() => void>) => () => {
    for (const listener of listeners) listener();
  };
  const follow = (session: ClusterSession) => [
    session.store.subscribe(tell(clusterListeners)),
    session.triage.subscribe(tell(triageListeners)),
  ];
  let off = follow(current);
  const subscribeTo = (listeners: Set<() => void>) => (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get current() {
      return current;
    },
    cluster: { getState: () => current.store.getState(), subscribe: subscribeTo(clusterListeners) },
    triage: {
      getState: () => current.triage.getState(),
      subscribe: subscribeTo(triageListeners),
      acknowledge: (key, note, until) => current.triage.acknowledge(key, note, until),
      unacknowledge: (key) => current.triage.unacknowledge(key),
    },
    monitor: {
      start: () => current.monitor.start(),
      stop: () => current.monitor.stop(),
      setInterest: (interest) => current.monitor.setInterest(interest),
      refresh: () => current.monitor.refresh(),
      setPace: (factor) => current.monitor.setPace(factor),
      get pace() {
        return current.monitor.pace;
      },
      pause: () => current.monitor.pause(),
      resume: () => current.monitor.resume(),
      loadOlderJournal: () => current.monitor.loadOlderJournal(),
    },
    actions: {
      get monitor() {
        return current.monitor;
      },
      get mutations() {
        return current.mutations;
      },
    },
    async swap(next) {
      for (const end of off) end();
      const old = current;
      await old.close();
      current = next;
      off = follow(current);
      current.monitor.start();
      tell(clusterListeners)();
      tell(triageListeners)();
    },
  };
}
