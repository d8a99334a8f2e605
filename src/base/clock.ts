/**
 * Time, injectable. Every timer and every "now" of the program goes through a `Clock`, so that tests, the
 * accelerated demo and replays control time instead of waiting for it.
 */
export interface Clock {
  /** Wall time, Unix ms. May jump (NTP, a laptop that slept). For display, and for comparison with the server. */
  now(): number;
  /** Monotonic milliseconds. Never jumps back. For lifetimes, time limits and rates. */
  monotonic(): number;
  /** Calls `fn` once after `ms`; returns a function that cancels it. Does not keep the process alive by itself. */
  after(ms: number, fn: () => void): () => void;
}

/** Longer timers fire after this time; a caller that waits longer checks the time and waits again. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic() {
    // Not `performance.now()`, whose module would be loaded at every start for this alone.
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1_000 + nanoseconds / 1_000_000;
  },
  after(ms, fn) {
    // Node treats longer times as 1 ms.
    const timer = setTimeout(fn, Math.min(ms, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

/**
 * Resolves after `ms` on that clock; rejects with the signal's reason as soon as it aborts, and leaves no
 * timer or listener behind.
 */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
