import type { Clock } from '../base/clock.ts';
import { MINUTE_MS } from '../base/durations.ts';
import { mostKnown } from '../cluster/figures.ts';
import type { ClusterMemoryFile } from '../config/state-files.ts';

/** Whoever presses no key for this long has left, ms. */
const LEFT_AFTER_MS = 30 * MINUTE_MS;
/** The last look is written this often at most, ms. */
const WRITE_EVERY_MS = MINUTE_MS;

export type Looked = ReturnType<typeof rememberLooks>;

/**
 * When this user looked at the cluster. It is kept across restarts and shared by the user's monitors. Nothing is read before the
 * first `look()`. Errors are reported, never thrown.
 */
export function rememberLooks(
  memory: Pick<ClusterMemoryFile, 'read' | 'look'>,
  clock: Clock,
  tell: (message: string) => void,
) {
  const listeners = new Set<(left: number) => void>();
  let left: number | undefined;
  /** The last look of this monitor, Unix ms. */
  let last: number | undefined;
  let written: number | undefined;
  let work: Promise<void> = Promise.resolve();
  let cancel: (() => void) | undefined;

  const comeBack = async (before: number | undefined, now: number) => {
    const { looked } = await memory.read();
    // Another monitor of this user may have been looked at meanwhile. A clock that was set back tells nothing.
    const end = mostKnown([before, looked?.last].filter((at) => at !== undefined && at <= now));
    if (end === undefined) return;
    if (now - end < LEFT_AFTER_MS) {
      left = looked?.left ?? left;
      return;
    }
    left = end;
    for (const listener of listeners) listener(end);
  };
  const write = async () => {
    if (last === undefined || last === written) return;
    written = last;
    await memory.look({ left, last });
  };
  const queue = (step: () => Promise<void>) => {
    work = work
      .then(step)
      .catch((error: Error) => tell(`When you last looked is not known or not saved: ${error.message}`));
    return work;
  };
  return {
    /** When the user left before they came back, Unix ms; undefined if they never looked before, or it is not read yet. */
    get left() {
      return left;
    },
    /** The user looks now. */
    look() {
      const now = clock.now();
      const before = last;
      last = now;
      if (before === undefined || Math.abs(now - before) >= LEFT_AFTER_MS) queue(() => comeBack(before, now));
      cancel ??= clock.after(WRITE_EVERY_MS, () => {
        cancel = undefined;
        queue(write);
      });
    },
    /** Calls `listener` when the user is back, with the time at which they left, Unix ms. */
    onBack(listener: (left: number) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      cancel?.();
      return queue(write);
    },
  };
}
