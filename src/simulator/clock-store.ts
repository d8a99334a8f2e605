import type { Clock } from '../base/clock.ts';

type Done = (error: Error | null, result?: { current: number; ttl: number }) => void;

/**
 * Where the rate limits count, on our own clock, so that accelerated time and tests get the limits that their
 * time deserves. Returns the class that @fastify/rate-limit asks for.
 */
export function clockStore(clock: Clock) {
  return class ClockStore {
    readonly #windows = new Map<string, { start: number; count: number }>();

    /** Counts a request in the window of its key. */
    incr(key: string, done: Done, timeWindow = 60_000): void {
      const now = clock.monotonic();
      let window = this.#windows.get(key);
      if (!window || now - window.start >= timeWindow) {
        if (this.#windows.size > 10_000) this.#windows.clear();
        window = { start: now, count: 0 };
        this.#windows.set(key, window);
      }
      window.count++;
      done(null, { current: window.count, ttl: timeWindow - (now - window.start) });
    }

    child(): ClockStore {
      return new ClockStore();
    }
  };
}
