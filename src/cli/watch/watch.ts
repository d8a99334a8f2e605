import { systemClock } from '../../base/clock.ts';
import type { Readable } from '../../base/readable.ts';
import { turn } from '../../base/turn.ts';
import { until } from '../../base/until.ts';
import { hasFirstRound } from '../../cluster/resources.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { redactText } from '../../config/redact.ts';
import { holdSession } from '../../session/session-holder.ts';
import type { Problem } from '../../triage/problem.ts';
import { watchAlerts } from '../../ui/program/alerts.ts';
import { watchLink } from '../../ui/program/slow-link.ts';
import type { SuspendHandle } from '../../ui/react/app.tsx';
import { askBackground, canAskBackground } from '../../ui/terminal/ask-background.ts';
import { enterTerminal } from '../../ui/terminal/lifecycle.ts';
import { Screen } from '../../ui/terminal/screen-writer.ts';
import { BELL, multiplexerOf, notificationSequence } from '../../ui/terminal/sequences.ts';
import { block, isForeground, unblockOutput, writeNow } from '../../ui/terminal/tty.ts';
import { withoutReplies } from '../../ui/terminal/without-replies.ts';
import { AUTO, type Background, backgroundIn, backgroundOf, themeFor } from '../../ui/theme/background.ts';
import { detectDepth } from '../../ui/theme/depth.ts';
import { resolveTheme } from '../../ui/theme/resolve.ts';
import { themeNames } from '../../ui/theme/themes.ts';
import { problemSentence, problemTitle } from '../../views/problems/words.ts';
import { limitMemory } from '../limit-memory.ts';
import type { Frontend } from './frontend.ts';
import { createRuntime } from './services.ts';
import type { WatchOptions } from './watch-options.ts';

/** Shows a cluster until the user quits; resolves to the exit code. Standard output must be a terminal. */
export async function watch(options: WatchOptions): Promise<number> {
  const { env, fleet } = options;
  if (options.aloud) return (await import('./read-aloud.ts')).readAloud(options);
  const holder = holdSession(options.session);
  const stopLimit = limitMemory(systemClock, fleet ? 'several' : 'one');
  const close = async () => {
    stopLimit();
    await (fleet ?? holder.current).close();
    await options.onEnd?.();
  };
  const depth = detectDepth(env, true);
  let background = backgroundIn(env);
  let chosen = options.theme;
  let theme = resolveTheme(themeFor(chosen, background), depth);
  unblockOutput(process.stdout);
  const screen = new Screen({
    output: process.stdout,
    theme,
    clock: systemClock,
    charset: options.charset,
    minInterval: options.minInterval,
  });
  const terminal = enterTerminal(screen, {
    process,
    clock: systemClock,
    input: process.stdin,
    output: process.stdout,
    isForeground,
    block,
    writeTerminal: (data) => writeNow(process.stdout.fd, data),
    writeError: (data) => writeNow(process.stderr.fd, data),
    mouse: options.mouse,
    debug: env.CASTWATCH_DEBUG === '1',
    redact: redactText,
    onSuspend: () => (fleet ? fleet.suspend() : holder.current.monitor.pause()),
    onResume: () => (fleet ? fleet.resume() : holder.current.monitor.resume()),
    onEnd: close,
  });
  const suspendHandle: SuspendHandle = { over: undefined };
  const frontend: Frontend = {
    control: (sequence) => screen.control(sequence),
    repaint: () => screen.repaint(),
    toggleMouse: () => terminal.toggleMouse(),
    suspend: () => terminal.suspend(),
    setTheme(name) {
      const next = name ?? themeNames[(themeNames.indexOf(theme.name) + 1) % themeNames.length] ?? theme.name;
      chosen = next;
      theme = resolveTheme(themeFor(chosen, background), depth);
      screen.setTheme(theme);
      return { theme: next, message: `Theme: ${next}.` };
    },
    async handOver(work) {
      await suspendHandle.over?.(async () => {
        terminal.leave();
        try {
          await work();
        } finally {
          terminal.enter();
        }
      });
    },
  };
  let quit: () => void = () => {};
  const sizeNow = () => ({ columns: screen.columns, rows: screen.rows });
  const runtime = createRuntime(options, holder, frontend, { size: sizeNow(), quit: () => quit() });
  screen.on('resize', () => runtime.resize(sizeNow()));
  const alertOf = (name?: string) => (problem: Problem) => {
    if (options.notify === 'bell') frontend.control(BELL);
    if (options.notify === 'osc9' || options.notify === 'osc777') {
      const title = `castwatch: ${name === undefined ? '' : `${name}: `}${problemTitle(problem)}`;
      const words = { title, body: problemSentence(problem) };
      frontend.control(notificationSequence(options.notify, words, multiplexerOf(env)));
    }
  };
  const offAlerts = fleet
    ? fleet.members.map(({ name, session }) => watchAlerts(session.triage, alertOf(name)))
    : [watchAlerts(holder.triage, alertOf())];
  // With `--low-bandwidth` the link always counts as slow.
  const offLink = options.display.lowBandwidth ? () => {} : watchLink(screen, runtime, systemClock);
  (fleet ?? holder.current.monitor).start();
  const detach = (options.attach ?? []).map((attach) => attach(runtime));
  try {
    const asked =
      options.theme === AUTO && depth !== 'none' && canAskBackground(env.TERM)
        ? askBackground({
            input: process.stdin,
            write: frontend.control,
            clock: systemClock,
            limitMs: FIRST_ROUND_MS,
          })
        : undefined;
    // Ink is loaded while responses are on their way; none of them is read meanwhile.
    await pollsSent(holder.cluster);
    const { startInk } = await import('../../ui/react/start-ink.ts');
    const follow = (detected: Background | undefined) => {
      background = detected ?? background;
      // The user may have chosen a theme meanwhile, or in an earlier run.
      if (chosen === AUTO) frontend.setTheme(AUTO);
    };
    follow(await asked);
    // So that the first frame shows data.
    const isWhole = () => hasFirstRound(holder.cluster.getState());
    await until([holder.cluster], isWhole, systemClock, FIRST_ROUND_MS);
    runtime.start();
    // Over a slow link or on a busy machine, the background is known only after the first frame.
    const input = withoutReplies(process.stdin, systemClock, (reply) => follow(backgroundOf(reply)));
    const ink = startInk({ screen, runtime, suspendHandle, input, onCrash: terminal.crash });
    quit = () => ink.unmount();
    await ink.waitUntilExit();
    return 0;
  } catch (error) {
    terminal.crash(error);
    return 1;
  } finally {
    for (const off of offAlerts) off();
    offLink();
    const ended = detach.map((end) => end());
    runtime.stop();
    terminal.dispose();
    screen.destroy();
    await Promise.all([...ended, close()]);
  }
}

/**
 * How long the first frame waits for replies of the terminal and, once Ink is loaded, for the first responses of
 * the cluster, ms.
 */
const FIRST_ROUND_MS = 150;

/** Longest login that loading Ink waits for, ms: that of a server on this machine or near it. */
const NEAR_LOGIN_MS = 10;

/** Waits until the polls are sent, or until they wait for the login at a distant server. */
async function pollsSent(cluster: Readable<ClusterState>): Promise<void> {
  const isAnswered = () => cluster.getState().session.status !== 'logging-in';
  await until([cluster], isAnswered, systemClock, NEAR_LOGIN_MS);
  // One turn opens their connections, the next one sends them.
  await turn();
  await turn();
}
