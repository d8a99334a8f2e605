import type { Readable } from '../base/readable.ts';
import type { ClusterSession } from './cluster-session.ts';

export type SessionHolder = ReturnType<typeof holdSession>;

/**
 * Holds the session of the watched cluster, so that `:profile` can replace it while the screen stays. `cluster` and `triage`
 * stay the same objects, with their listeners, after a swap.
 */
export function holdSession(first: ClusterSession) {
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
    /** Changes to another cluster of a fleet, where both sessions stay open. */
    show,
    cluster: follow((session) => session.store),
    triage: follow((session) => session.triage),
    /** Changes to another cluster. The old session is closed first, so that no late response of it arrives. */
    async swap(next: ClusterSession) {
      await current.close();
      next.monitor.start();
      show(next);
    },
  };
}
