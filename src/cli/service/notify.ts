import type { Clock } from '../../base/clock.ts';
import { oneLine } from '../../base/safe-text.ts';
import { tellError } from '../../base/tell-error.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { ClusterSession } from '../../session/cluster-session.ts';
import { notifyService } from './notify-service.ts';

/** How often the watchdog of a service manager is notified within its time limit. */
const WATCHDOG_SHARE = 2;

/** Characters of the status line; the service manager shows it in one row. */
const STATUS_LIMIT = 300;

/**
 * Tells systemd what happens, if it started this program: ready once each cluster has answered or failed for the
 * first time, a status in words whenever that changes, and the watchdog's sign of life as long as polls go on.
 * Errors of a cluster are no reason to restart; polls that have stopped are. Returns a function that stops this.
 */
export function notifyManager(
  env: NodeJS.ProcessEnv,
  clock: Clock,
  sessions: readonly ClusterSession[],
): () => void {
  if (env.NOTIFY_SOCKET === undefined) return () => {};
  let isReady = false;
  let hasPolled = true;
  let status: string | undefined;
  let cancel = () => {};
  const tell = (...words: readonly string[]) => {
    void notifyService(words).then((problem) => problem && tellError(problem));
  };
  const look = () => {
    hasPolled = true;
    const states = sessions.map(({ store }) => store.getState());
    if (!states.every(hasOutcome)) return;
    const now = oneLine(states.map(flowWords).join('; '), STATUS_LIMIT);
    const words = [...(isReady ? [] : ['READY=1']), ...(now === status ? [] : [`STATUS=${now}`])];
    isReady = true;
    status = now;
    if (words.length > 0) tell(...words);
  };
  const period = Number(env.WATCHDOG_USEC) / 1_000;
  const beat = () => {
    if (hasPolled) tell('WATCHDOG=1');
    hasPolled = false;
    cancel = clock.after(period / WATCHDOG_SHARE, beat);
  };
  const stops = sessions.map(({ store }) => store.subscribe(look));
  if (period > 0) beat();
  look();
  return () => {
    cancel();
    for (const stop of stops) stop();
  };
}

function hasOutcome({ session, dashboard }: ClusterState): boolean {
  return session.status === 'refused' || dashboard.error !== undefined || dashboard.updatedAt !== undefined;
}

function flowWords(state: ClusterState): string {
  const trouble = clusterTrouble(state);
  return trouble === undefined ? `${state.name}: data arrive` : `${state.name}: no data: ${trouble}`;
}

/** Tells each change of what is wrong with a cluster, with its name where it may be another. Returns a function that stops this. */
export function tellTroubles(sessions: readonly ClusterSession[], isNamed = true): () => void {
  const stops = sessions.map(({ store, target }) => {
    let told: string | undefined;
    return store.subscribe(() => {
      const trouble = clusterTrouble(store.getState());
      const words = trouble ?? 'the cluster answers';
      if (trouble !== told) tellError(isNamed ? `${target.name}: ${words}` : words);
      told = trouble;
    });
  });
  return () => {
    for (const stop of stops) stop();
  };
}

/** Why the dashboard cannot be read, in words that stay the same as long as the error does. */
function clusterTrouble({ session, dashboard }: ClusterState): string | undefined {
  if (session.status === 'refused') return session.message ?? 'the login was refused';
  return dashboard.error?.message;
}
