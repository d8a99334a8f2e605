import type { Point } from '../../base/theil-sen.ts';
import type { ServerRecord } from '../../cluster/state.ts';

/** The counts of an application that can have a cap. */
export const cappedCounts = ['viewers', 'streams'] as const;

/** The name of one cap, in the format of the history's keys. */
export function capSeries(server: string, application: string, count: (typeof cappedCounts)[number]): string {
  return `application/${server}/${application}/${count}`;
}

/** Interval of the points, and how long they are kept, ms. */
const STEP_MS = 5_000;
const SPAN_MS = 1_200_000;
/** A cap is tracked while its use is at least this, in percent. */
const FOLLOWED_FROM = 50;
const FOLLOWED_TO = 40;
/** Most caps that are tracked. If more are nearly full, a single one is not worth reporting. */
const MOST_CAPS = 40;

/** How much of their caps applications used in the last minutes, in percent. The history does not store this. */
export class ApplicationShares {
  readonly #points = new Map<string, Point[]>();
  #step = Number.NEGATIVE_INFINITY;

  get series(): ReadonlyMap<string, readonly Point[]> {
    return this.#points;
  }

  observe(servers: readonly ServerRecord[], now: number): void {
    const step = Math.floor(now / STEP_MS);
    if (step === this.#step) return;
    this.#step = step;
    const used = sharesFrom(servers, FOLLOWED_TO);
    for (const key of this.#points.keys()) if (!used.has(key)) this.#points.delete(key);
    for (const [key, share] of used) {
      const points = this.#points.get(key);
      if (points) {
        points.push({ x: now, y: share });
        if ((points[0]?.x ?? now) < now - SPAN_MS) points.shift();
      } else if (share >= FOLLOWED_FROM && this.#points.size < MOST_CAPS) {
        this.#points.set(key, [{ x: now, y: share }]);
      }
    }
  }
}

/** The shares from `least` percent on, by the names of their caps. */
function sharesFrom(servers: readonly ServerRecord[], least: number): ReadonlyMap<string, number> {
  const used = new Map<string, number>();
  for (const { name, server, misses } of servers) {
    if (misses > 0) continue;
    for (const application of server.applications ?? []) {
      for (const count of cappedCounts) {
        const { count: value, cap } = application[count] ?? {};
        if (value == null || !cap || (100 * value) / cap < least) continue;
        used.set(capSeries(name, application.name, count), (100 * value) / cap);
      }
    }
  }
  return used;
}
