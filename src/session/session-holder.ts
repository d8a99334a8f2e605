import type { Readable } from '../base/readable.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { TriageState } from '../triage/engine.ts';
import type { ClusterSession } from './cluster-session.ts';

/** The watched cluster. `cluster` and `triage` stay the same objects, with their listeners, after a swap. */
export interface SessionHolder {
  readonly current: ClusterSession;
  readonly cluster: Readable<ClusterState>;
  readonly triage: Readable<TriageState>;
  /** Changes to another cluster. The old session is closed first, so that no late response of it arrives. */
  swap(next: ClusterSession): Promise<void>;
  /** Changes to another cluster of a fleet, where both sessions stay open. */
  show(next: ClusterSession): void;
}

/** Holds the current session, so that `:profile` can replace it while the screen stays. */
export function holdSession(first: ClusterSession): SessionHolder {
  let current = first;
  const resubscriptions = new Set<() => void>();
  const follow = <T>(readableOf: (session: ClusterSession) => Readable<T>): Readable<T> => ({
    getState: () => readableOf(current).getState(),
    subscribe(listener) {
      let unsubscribe = readableOf(current).subscribe(listener);
      const resubscribe = () => {
        unsubscribe();
        unsubscribe = readableOf(current).subscribe(listener);
        listener();
      };
      resubscriptions.add(resubscribe);
      return () => {
        resubscriptions.delete(resubscribe);
        unsubscribe();
      };
    },
  });
  const show = (next: ClusterSession) => {
    current = next;
    for (const resubscribe of resubscriptions) resubscribe();
  };
  return {
    get current() {
      return current;
    },
    show,
    cluster: follow((session) => session.store),
    triage: follow((session) => session.triage),
    async swap(next) {
      await current.close();
      next.monitor.start();
      show(next);
    },
  };
}
