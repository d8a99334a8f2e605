import type { Clock } from '../../base/clock.ts';
import { endingSignals } from '../../base/ending-signals.ts';
import { crashReport } from './crash-report.ts';
import type { Screen } from './screen-writer.ts';
import { enterSequence, leaveSequence } from './sequences.ts';

/** Why the program has to end without having been asked by a key. */
export type EndReason = 'signal' | 'hangup' | 'crash';

/** The part of `process` that matters here. */
interface ProcessLike {
  on(event: string, listener: (...args: unknown[]) => void): void;
  off(event: string, listener: (...args: unknown[]) => void): void;
  kill(pid: number, signal: string): void;
  exit(code: number): void;
}

/** A stream that can break under us. */
interface Breakable {
  on(event: string, listener: (...args: unknown[]) => void): unknown;
  off(event: string, listener: (...args: unknown[]) => void): unknown;
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
  /** Writes to the terminal at once, even while the process ends; must not throw (`writeNow`). */
  readonly writeTerminal: (data: string) => void;
  /** Whether the terminal is ours: a job in the background must not touch it. */
  readonly isForeground: () => boolean;
  /** Holds up the main thread, and no other, for so many ms. */
  readonly block: (ms: number) => void;
  /** The same for standard error. */
  readonly writeError: (data: string) => void;
  /** Report clicks and the wheel (SGR 1006). */
  readonly mouse?: boolean;
  /** Print where a crash happened, not only what. */
  readonly debug?: boolean;
  /** Takes secrets out of what a crash prints. */
  readonly redact?: (text: string) => string;
  readonly onSuspend?: () => void;
  readonly onResume?: () => void;
  /** Last work (close a recording); whatever it does, the process ends within two seconds. */
  readonly onEnd?: (reason: EndReason) => void | Promise<void>;
}

export interface TerminalSession {
  /** Takes the terminal again after `leave` (an editor has run meanwhile) and paints everything. */
  enter(): void;
  /** Gives the terminal back. Synchronous, may be called at any time and as often as you like. */
  leave(): void;
  /** Ctrl-Z: gives the terminal back and stops; goes on where it was when the shell says so. */
  suspend(): void;
  /** Gives the terminal back, says what happened and how to report it, ends with exit code 1. */
  crash(error: unknown): void;
  /** Gives the terminal back and forgets all handlers. */
  dispose(): void;
}

/** The process is gone two seconds after its terminal, whatever `onEnd` waits for. */
const END_WITHIN_MS = 900;
/** An orphaned process group is not stopped by SIGTSTP; then we are still here and take the terminal again. */
const STOPPED_BY_MS = 400;
/** How often a job that is started in the background stops itself; an orphan, which nothing stops, goes on then. */
const MAX_STOPS = 100;
/** A stop takes longer than this, ms; a signal that does not stop us returns at once. */
const SHORTEST_STOP_MS = 10;
/**
 * A job that goes on in the background stops itself again after this, ms, not at once. SIGTERM may have come with
 * SIGCONT, and any thread may have it: stopped before that thread has ended us, we would never end.
 */
const END_FIRST_MS = 1_000;
/** After `fg` the check above and SIGCONT may both come; within this time they are one. */
const SAME_RESUME_MS = 200;

/**
 * Takes the terminal (alternate screen, no cursor, no wrap, raw input) and sees to it that it is given back in every case:
 * quit, signals, suspension, a closed terminal, a crash. Call it before anything is painted. A job in the background
 * stops until it is brought to the foreground, as other programs that draw do.
 */
export function enterTerminal(screen: Screen, options: LifecycleOptions): TerminalSession {
  const { process, clock, input, output, writeTerminal, isForeground } = options;
  const listeners: [
    emitter: Breakable | ProcessLike,
    event: string,
    listener: (...args: unknown[]) => void,
  ][] = [];
  let taken = false;
  let suspended = false;
  let ending = false;
  let resumedAt = Number.NEGATIVE_INFINITY;
  let cancelCheck: (() => void) | undefined;

  const take = () => {
    if (ending) return;
    taken = true;
    // Off first: the shell may have changed the mode behind Node's back, and Node skips what it thinks is set. What is
    // typed before Ink is there must not be echoed; it waits in the terminal.
    setRaw(false, true);
    writeTerminal(enterSequence(screen.modes, options.mouse ?? false));
    screen.resume();
  };
  const leave = () => {
    if (!taken) return;
    taken = false;
    screen.pause();
    // In the background the system would stop us for it, in the middle of our end; Node itself restores the mode then.
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
    if (ending || isForeground()) {
      resume();
      return;
    }
    cancelCheck = clock.after(STOPPED_BY_MS, resume);
    process.kill(0, 'SIGTTOU');
  };
  const suspend = () => {
    if (suspended || ending || !taken) return;
    suspended = true;
    options.onSuspend?.();
    leave();
    // Without our handler the signal stops us, and with us everything that was started together with us (npm).
    process.off('SIGTSTP', suspend);
    cancelCheck = clock.after(STOPPED_BY_MS, resume);
    process.kill(0, 'SIGTSTP');
  };

  const listen = (
    emitter: Breakable | ProcessLike,
    event: string,
    listener: (...args: unknown[]) => void,
  ) => {
    emitter.on(event, listener);
    listeners.push([emitter, event, listener]);
  };
  // Without handlers of ours: what ends us while we are stopped here, ends us at once.
  for (let stops = 0; stops < MAX_STOPS && !isForeground(); stops++) {
    const before = clock.monotonic();
    process.kill(0, 'SIGTTOU');
    const wasStopped = clock.monotonic() - before > SHORTEST_STOP_MS;
    if (wasStopped && !isForeground()) options.block(END_FIRST_MS);
  }
  for (const { signal, exitCode } of endingSignals) {
    listen(process, signal, () => end(signal === 'SIGHUP' ? 'hangup' : 'signal', exitCode));
  }
  // Node ignores it. Without a listener of ours, the one of a library would end the program.
  listen(process, 'SIGXFSZ', () => {});
  listen(process, 'SIGTSTP', suspend);
  // Node reports a resize only where the size is another one. A window that was narrower for a moment has lost cells all
  // the same: multiplexers cut the lines, and under load both signals come as one.
  listen(process, 'SIGWINCH', () => {
    if (taken) screen.repaint();
  });
  // Also when stopped from outside, without having left: the modes may be anything.
  listen(process, 'SIGCONT', resume);
  listen(process, 'uncaughtException', crash);
  listen(process, 'unhandledRejection', crash);
  listen(process, 'exit', leave);
  for (const event of ['end', 'close', 'error']) listen(input, event, () => end('hangup', 129));
  listen(output, 'error', () => end('hangup', 129));

  take();
  return {
    enter: take,
    leave,
    suspend,
    crash,
    dispose() {
      leave();
      cancelCheck?.();
      for (const [emitter, event, listener] of listeners) emitter.off(event, listener);
    },
  };
}
