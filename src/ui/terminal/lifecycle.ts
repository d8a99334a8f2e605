import type { Clock } from '../../base/clock.ts';
import { endingSignals } from '../../base/ending-signals.ts';
import { crashReport } from './crash-report.ts';
import type { Screen } from './screen-writer.ts';
import { enterSequence, leaveSequence, mouseSequence } from './sequences.ts';

/** Why the program ends, if it is not by a key. */
export type EndReason = 'signal' | 'hangup' | 'crash';

/** A stream that may fail. */
interface Breakable {
  on(event: string, listener: (...args: unknown[]) => void): unknown;
  off(event: string, listener: (...args: unknown[]) => void): unknown;
}

/** The part of `process` that is used here. */
interface ProcessLike extends Breakable {
  kill(pid: number, signal: string): void;
  exit(code: number): void;
}

interface InputLike extends Breakable {
  readonly isRaw?: boolean;
  setRawMode?(raw: boolean): unknown;
}

export interface LifecycleOptions {
  readonly process: ProcessLike;
  readonly clock: Clock;
  readonly input: InputLike;
  readonly output: Breakable;
  /** Writes to the terminal synchronously, even while the process exits. Must not throw (`writeNow`). */
  readonly writeTerminal: (data: string) => void;
  /** Whether this process may use the terminal: a background job must not touch it. */
  readonly isForeground: () => boolean;
  /** Blocks the main thread, and no other, for this time. */
  readonly block: (ms: number) => void;
  /** Writes to standard error synchronously. */
  readonly writeError: (data: string) => void;
  /** Request mouse clicks and wheel events (SGR 1006). */
  readonly mouse?: boolean;
  /** Print the stack trace of a crash, too. */
  readonly debug?: boolean;
  /** Removes secrets from the text of a crash. */
  readonly redact?: (text: string) => string;
  readonly onSuspend?: () => void;
  readonly onResume?: () => void;
  /** Last work, such as closing a recording. The process ends within two seconds even if this does not finish. */
  readonly onEnd?: (reason: EndReason) => void | Promise<void>;
}

/** So the process ends within two seconds after its terminal is gone, even if `onEnd` never finishes. */
const END_WITHIN_MS = 900;
/** SIGTSTP stops no orphaned process group: what still runs after this time takes the terminal again, ms. */
const STOPPED_BY_MS = 400;
/** How often a background job stops itself. An orphan is never stopped and continues after that many attempts. */
const MAX_STOPS = 100;
/** A signal that does not stop the process returns sooner than this, ms. */
const SHORTEST_STOP_MS = 10;
/**
 * A job that is continued in the background waits this long before it stops itself again, ms. SIGTERM may have come
 * together with SIGCONT, and any thread may receive it: a process that stops before that thread has handled it
 * would never end.
 */
const END_FIRST_MS = 1_000;
/** After `fg`, both the check above and SIGCONT may resume the program; within this time they count as one, ms. */
const SAME_RESUME_MS = 200;

/**
 * Takes over the terminal (alternate screen, no cursor, no wrap, raw input) and restores it in every case: quit,
 * signals, suspension, a closed terminal, a crash. Call it before anything is painted. A background job stops until
 * it is brought to the foreground, as other full-screen programs do.
 */
export function enterTerminal(screen: Screen, options: LifecycleOptions) {
  const { process, clock, input, output, writeTerminal, isForeground } = options;
  const removals: (() => void)[] = [];
  let mouse = options.mouse ?? false;
  let taken = false;
  let suspended = false;
  let ending = false;
  let resumedAt = Number.NEGATIVE_INFINITY;
  let cancelCheck: (() => void) | undefined;

  const take = () => {
    if (ending) return;
    taken = true;
    // Off first: the shell may have changed the mode, and Node skips a mode that it believes is set. Keys typed
    // before Ink starts must not be echoed; they wait in the terminal.
    setRaw(false, true);
    writeTerminal(enterSequence(screen.modes, mouse));
    screen.resume();
  };
  const leave = () => {
    if (!taken) return;
    taken = false;
    screen.pause();
    // A background job that changes the mode would be stopped during its exit; Node itself restores the mode in
    // that case.
    if (input.isRaw && isForeground()) setRaw(false);
    writeTerminal(leaveSequence(screen.modes));
  };
  const setRaw = (...modes: boolean[]) => {
    try {
      for (const raw of modes) input.setRawMode?.(raw);
    } catch {
      // the terminal is gone, and its mode with it
    }
  };

  const end = (reason: EndReason, code: number) => {
    leave();
    if (ending) return;
    ending = true;
    const exit = () => process.exit(code);
    clock.after(END_WITHIN_MS, exit);
    Promise.resolve(reason).then(options.onEnd).then(exit, exit);
  };
  const crash = (error: unknown) => {
    leave();
    const redact = options.redact ?? ((text: string) => text);
    options.writeError(redact(crashReport(error, options.debug ?? false)));
    if (ending) process.exit(1);
    else end('crash', 1);
  };

  const resume = () => {
    cancelCheck?.();
    cancelCheck = undefined;
    if (ending || (!suspended && clock.monotonic() - resumedAt < SAME_RESUME_MS)) return;
    if ((suspended || taken) && !isForeground()) {
      // `bg`
      if (taken) screen.pause();
      cancelCheck = clock.after(END_FIRST_MS, stopAgain);
      return;
    }
    if (suspended) {
      suspended = false;
      process.on('SIGTSTP', suspend);
    } else if (!taken) return;
    take();
    resumedAt = clock.monotonic();
    options.onResume?.();
  };
  const stopAgain = () => {
    if (ending || isForeground()) return resume();
    cancelCheck = clock.after(STOPPED_BY_MS, resume);
    process.kill(0, 'SIGTTOU');
  };
  const suspend = () => {
    if (suspended || ending || !taken) return;
    suspended = true;
    options.onSuspend?.();
    leave();
    // Without our handler, the signal stops this process and all processes of its group, such as npm.
    process.off('SIGTSTP', suspend);
    cancelCheck = clock.after(STOPPED_BY_MS, resume);
    process.kill(0, 'SIGTSTP');
  };

  const listen = (emitter: Breakable, event: string, listener: (...args: unknown[]) => void) => {
    emitter.on(event, listener);
    removals.push(() => emitter.off(event, listener));
  };
  // Our handlers are removed, so that a signal that ends the stopped process does so at once.
  for (let stops = 0; stops < MAX_STOPS && !isForeground(); stops++) {
    const before = clock.monotonic();
    process.kill(0, 'SIGTTOU');
    const wasStopped = clock.monotonic() - before > SHORTEST_STOP_MS;
    if (wasStopped && !isForeground()) options.block(END_FIRST_MS);
  }
  for (const { signal, exitCode } of endingSignals) {
    listen(process, signal, () => end(signal === 'SIGHUP' ? 'hangup' : 'signal', exitCode));
  }
  // Node ignores SIGXFSZ. Without this listener, a listener of a library would end the program.
  listen(process, 'SIGXFSZ', () => {});
  listen(process, 'SIGTSTP', suspend);
  // Node reports a resize only if the size differs. A window that was narrower for a moment has lost cells, because
  // multiplexers cut the lines, and under load two signals arrive as one.
  listen(process, 'SIGWINCH', () => {
    if (taken) screen.repaint();
  });
  // Also after a stop from outside, without `leave`: the modes may have changed.
  listen(process, 'SIGCONT', resume);
  listen(process, 'uncaughtException', crash);
  listen(process, 'unhandledRejection', crash);
  listen(process, 'exit', leave);
  for (const event of ['end', 'close', 'error']) listen(input, event, () => end('hangup', 129));
  listen(output, 'error', () => end('hangup', 129));

  take();
  return {
    /** Takes over the terminal again after `leave`, for example after an editor ran, and paints everything. */
    enter: take,
    /** Restores the terminal. Synchronous; may be called at any time, several times. */
    leave,
    /** Requests mouse reports, or no longer; returns whether it does now. */
    toggleMouse() {
      mouse = !mouse;
      if (taken) screen.control(mouseSequence(mouse));
      return mouse;
    },
    /** Ctrl-Z: restores the terminal and stops the process; continues when the shell resumes it. */
    suspend,
    /** Restores the terminal, prints what happened and how to report it, and exits with code 1. */
    crash,
    /** Restores the terminal and removes all handlers. */
    dispose() {
      leave();
      cancelCheck?.();
      for (const remove of removals) remove();
    },
  };
}
