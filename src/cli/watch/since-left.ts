import { SECOND_MS } from '../../base/durations.ts';
import type { ClusterSession } from '../../session/cluster-session.ts';
import type { Runtime } from '../../ui/program/runtime.ts';
import { handoverWords, longWords } from '../../views/handover/handover.ts';

/** The first frames come first, ms. */
const AFTER_MS = 1_500;
/** How often it is looked whether the history is open, and for how long, ms. */
const AGAIN_MS = 500;
const MOST_MS = 60 * SECOND_MS;
/** The line stays longer than an answer to a key, because nobody waits for it, ms. */
const SHOWN_MS = 20 * SECOND_MS;

/**
 * Notes when the user looks at a cluster, and says in one line what happened while they were away. `shown` is undefined
 * while several clusters are shown. For `WatchOptions.attach`.
 */
export function tellSinceLeft(
  shown: (runtime: Runtime) => ClusterSession | undefined,
): (runtime: Runtime) => () => void {
  return (runtime) => {
    const current = () => shown(runtime);
    const { clock } = runtime.services;
    const followed = new WeakSet<ClusterSession>();
    let cancel = () => {};
    const tell = (session: ClusterSession, left: number, waited = 0) => {
      const { access } = session;
      const writing = access?.facts().writing;
      if (!access || current() !== session || waited > MOST_MS) return;
      if (writing === 'opening') {
        cancel = clock.after(AGAIN_MS, () => tell(session, left, waited + AGAIN_MS));
        return;
      }
      const now = clock.now();
      access.handover(left, now).then(
        (handover) => {
          // A dialog, or a notice about a key, is not covered by what can be asked for at any time.
          if (current() !== session || runtime.ui.getState().dialogs.length > 0) return;
          const ago = longWords(now - left);
          runtime.notice(`You left ${ago} ago (:since): ${handoverWords(handover)}`, 'info', SHOWN_MS);
        },
        () => runtime.notice(`You left ${longWords(now - left)} ago: the history cannot be read.`, 'warn'),
      );
    };
    const look = () => {
      const session = current();
      if (!session) return;
      if (!followed.has(session)) {
        followed.add(session);
        session.looked?.onBack((left) => tell(session, left));
      }
      session.looked?.look();
    };
    const cancelFirst = clock.after(AFTER_MS, look);
    let cancelNext = () => {};
    const offKeys = runtime.onPress(() => {
      const before = current();
      look();
      // The key may open another cluster.
      cancelNext();
      cancelNext = clock.after(0, () => current() !== before && look());
    });
    return () => {
      cancel();
      cancelFirst();
      cancelNext();
      offKeys();
    };
  };
}
