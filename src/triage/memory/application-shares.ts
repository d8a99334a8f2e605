import type { Point } from '../../base/theil-sen.ts';
import type { ServerRecord } from '../../cluster/state.ts';

/** The counts of an application that have a cap. */
export const cappedCounts = ['viewers', 'streams'] as const;

/** A name for one cap, in the form of the keys of the history. */
export function capSeries(server: string, application: string, count: (typeof cappedCounts)[number]): string {
  return `application/${server}/${application}/${count}`;
}

/** Points are so far apart, and kept for so long, ms. */
const STEP_MS = 5_000;
const SPAN_MS = 1_200_000;
/** Percent of the cap from which on it is followed, and below which it no longer is. */
const FOLLOWED_FROM = 50;
const FOLLOWED_TO = 40;
/** So many caps at most: more is no news of a single one. */
const MOST_CAPS = 40;

/** Which share of their caps applications used in the last minutes, in percent: the history keeps none of it. */
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

/** The shares from so many percent on, by the names of their caps. */
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
