import { systemClock } from '../../base/clock.ts';
import type { Readable } from '../../base/readable.ts';
import { tellError } from '../../base/tell-error.ts';
import { until } from '../../base/until.ts';
import { alwaysPolled, hasFirstRound, resources } from '../../cluster/resources.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { defaultPaths } from '../../config/paths.ts';
import type { HistoryPlace } from '../../history/shared-directory.ts';
import type { Log } from '../../http/observe.ts';
import type { TokenKeeper } from '../../http/session-interface.ts';
import { type ClusterSession, openClusterSession } from '../../session/cluster-session.ts';
import type { TriageState } from '../../triage/engine.ts';
import { mergeThresholds } from '../../triage/thresholds.ts';
import type { Size } from '../../ui/program/layout.ts';
import type { Runtime } from '../../ui/program/runtime.ts';
import type { TextLook } from '../../ui/theme/paint-line.ts';
import type { TargetAndLogin } from '../cluster/cluster-target.ts';
import { printedRuntime } from '../watch/printed-runtime.ts';
import type { WatchOptions } from '../watch/watch-options.ts';
import { judgeOnce, knownBefore } from './judge.ts';

interface FrameOptions extends TargetAndLogin {
  readonly tokens: TokenKeeper | undefined;
  readonly settings: Omit<WatchOptions, 'session'>;
  readonly place: HistoryPlace;
  readonly size: Size;
  readonly look: TextLook;
  readonly log: Log;
  /** Limit for everything together. */
  readonly timeoutMs: number;
}

/** One frame of a screen, and whether everything on it could be read. */
export type Frame =
  | { readonly kind: 'whole' | 'partial'; readonly text: string }
  | { readonly kind: 'nothing'; readonly reason: string };

/** Runs the program as on a screen until everything that the screen shows was polled once. Changes nothing. */
export async function readFrame(options: FrameOptions): Promise<Frame> {
  const { target, login, tokens, settings, place, size, look, log, timeoutMs } = options;
  const known = await knownBefore(target, place);
  const session = openClusterSession({
    target: { ...target, readOnly: true },
    clock: systemClock,
    ...login,
    tokens,
    log,
    operator: { stateDir: defaultPaths().stateDir, env: settings.env, tell: tellError },
  });
  const runtime = printedRuntime({ ...settings, session }, size, judgedOnce(session, known));
  try {
    session.monitor.start();
    runtime.start();
    await until([runtime.services.cluster, runtime.ui], () => isDrawn(runtime), systemClock, timeoutMs);
    const state = session.store.getState();
    if (alwaysPolled.every(({ key }) => state[key].updatedAt === undefined)) {
      const reason = state.dashboard.error?.message ?? `nothing could be read of ${state.url}`;
      return { kind: 'nothing', reason };
    }
    const isWhole = resources.every(
      ({ key }) => state[key].interval === undefined || (isRead(state, key) && !state[key].error),
    );
    const { printFrame } = await import('../../ui/react/print-frame.tsx');
    return { kind: isWhole ? 'whole' : 'partial', text: printFrame(runtime, look) };
  } finally {
    runtime.stop();
    await session.close();
  }
}

/** Problems of a single reading and of what is known before it, as in `snapshot` without a screen. */
function judgedOnce(
  { store, target, triage }: ClusterSession,
  known: Awaited<ReturnType<typeof knownBefore>>,
): Readable<TriageState> {
  const thresholds = mergeThresholds(target.thresholds);
  let judged: { readonly of: ClusterState; readonly as: TriageState } | undefined;
  return {
    getState() {
      const state = store.getState();
      if (judged?.of !== state) {
        const look = { state, at: systemClock.now() };
        const { problems } = judgeOnce(look, thresholds, target.journalPatterns, known);
        judged = { of: state, as: { ...triage.getState(), problems, pending: [], cleared: [] } };
      }
      return judged.as;
    },
    subscribe: store.subscribe,
  };
}

/** Whether everything that the screen shows has been read or has failed, and is drawn. */
function isDrawn(runtime: Runtime): boolean {
  const state = runtime.services.cluster.getState();
  const isSettled = resources.every(({ key }) => state[key].interval === undefined || isRead(state, key));
  if (runtime.waiting || !hasFirstRound(state) || !isSettled) return false;
  // New data may make the screen request more; a later change of the state shows that.
  const interest = runtime.interest();
  runtime.draw();
  return runtime.interest() === interest;
}

function isRead(state: ClusterState, key: (typeof resources)[number]['key']): boolean {
  return state[key].updatedAt !== undefined || state[key].error !== undefined;
}
