import { MINUTE_MS } from '../../base/durations.ts';
import type { Point } from '../../base/theil-sen.ts';
import type { History } from '../../cluster/history.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { limitedLoad, limitedMeasures } from '../../protocol/dashboard.ts';
import { type Climb, climbOf, type Shares } from '../climb.ts';
import type { Thresholds } from '../threshold-families.ts';
import { ApplicationShares } from './application-shares.ts';

/** A figure that rises towards its limit. */
export interface LimitClimb extends Climb {
  /** Percent of the limit at which it counts as full. */
  readonly full: number;
  /** When it will be full if it continues like this, Unix ms. */
  readonly fullAt: number;
}

/** A figure with a limit; `scale` converts it to percent of the limit. */
interface Limited {
  /** Key of its series in the history. */
  readonly key: string;
  readonly scale: number;
  readonly full: number;
}

/** Least time between two searches, ms. */
const LOOK_EVERY_MS = 10_000;
/** How much of the history is read, ms. */
const SPAN_MS = 1_200_000;
/** Each point is the mean of this time, ms. */
const STEP_MS = 5_000;
/**
 * Minutes that the first, fast check reads. A figure that needs longer than `FAR_MINUTES` at that pace is not examined further.
 */
const LOOK_MINUTES = 6;
const FAR_MINUTES = 90;
/** Most candidates at a time, those closest to their limit first. If there are more, a single one is not worth reporting. */
const MOST_CANDIDATES = 40;

/**
 * The figures that climb towards their limits, by the key of their series. Searched every ten seconds, at full ten
 * seconds, so that a recording shows the same as the live session.
 */
export class ClimbMemory {
  climbs: ReadonlyMap<string, LimitClimb> = new Map();
  #lookedAt: number | undefined;
  readonly #applications = new ApplicationShares();

  observe(state: ClusterState, time: number, thresholds: Thresholds): void {
    this.#applications.observe(state.servers, time);
    const now = Math.floor(time / LOOK_EVERY_MS) * LOOK_EVERY_MS;
    if (now === this.#lookedAt) return;
    this.#lookedAt = now;
    const { history } = state;
    const candidates = limitedSeries(state, thresholds).flatMap((limited) => {
      const minutes = roughMinutes(history, limited, now);
      return minutes < FAR_MINUTES ? { limited, minutes } : [];
    });
    const climbs = new Map<string, LimitClimb>();
    for (const { limited } of candidates.sort((a, b) => a.minutes - b.minutes).slice(0, MOST_CANDIDATES)) {
      const climb = limitClimb(sharesOf(history, limited, now), limited.full, now, thresholds);
      if (climb) climbs.set(limited.key, climb);
    }
    for (const [key, shares] of this.#applications.series) {
      if (roughMinutesOf(shares, now) >= FAR_MINUTES) continue;
      const climb = limitClimb(shares, 100, now, thresholds);
      if (climb) climbs.set(key, climb);
    }
    if (climbs.size > 0 || this.climbs.size > 0) this.climbs = climbs;
  }
}

/** The figures that climbed at one moment, from the history of that time. */
export function climbsAt(state: ClusterState, time: number, thresholds: Thresholds) {
  const memory = new ClimbMemory();
  memory.observe(state, time, thresholds);
  return memory.climbs;
}

/** The climb of these shares, if it reaches the limit soon enough. */
function limitClimb(shares: Shares, full: number, now: number, t: Thresholds): LimitClimb | undefined {
  const climb = climbOf(shares, t.climbSamples);
  if (!climb) return undefined;
  const minutes = Math.max(0, full - climb.used) / climb.perMinute;
  return minutes < FAR_MINUTES ? { ...climb, full, fullAt: now + minutes * MINUTE_MS } : undefined;
}

/** Every series with a limit. CPU and memory are full at their critical threshold. */
function limitedSeries(state: ClusterState, t: Thresholds): readonly Limited[] {
  const found: Limited[] = [];
  const add = (key: string, limit: number | null | undefined, full = 100) => {
    if (limit != null && limit > 0) found.push({ key, scale: 100 / limit, full });
  };
  for (const measure of limitedMeasures) {
    const load = limitedLoad(state.dashboard.value, measure);
    add(`total/${measure}`, load?.total?.limit);
    for (const { name, limit } of load?.groups ?? []) add(`group/${name}/${measure}`, limit);
  }
  for (const record of state.servers) {
    if (record.goneSince !== undefined || record.misses > 0) continue;
    const stats = record.server.serverStats;
    add(`server/${record.name}/cpu`, 100, t.cpuCrit);
    add(`server/${record.name}/mem`, 100, t.memCrit);
    add(`server/${record.name}/in`, stats?.inBandwidth?.cap);
    add(`server/${record.name}/out`, stats?.outBandwidth?.cap);
  }
  return found;
}

/**
 * Rough estimate of the minutes until it is full, from the first and the last of some minutes. 0 if there is no
 * first value, so that the figure is examined closely.
 */
function roughMinutes(history: History, { key, scale, full }: Limited, now: number): number {
  const from = now - LOOK_MINUTES * MINUTE_MS;
  // Two minutes are read instead of all, because every figure with a limit is checked every ten seconds.
  let [first] = history.window(key, from, from + MINUTE_MS, 1);
  let [last] = history.window(key, now - MINUTE_MS, now, 1);
  if (first == null || last == null) {
    const minutes = history.window(key, from, now, LOOK_MINUTES);
    last = minutes.findLast((value) => value !== null);
    first = minutes.find((value) => value !== null);
  }
  if (first == null || last == null) return Number.POSITIVE_INFINITY;
  const perMinute = ((last - first) * scale) / (LOOK_MINUTES - 1);
  return perMinute > 0 ? (full - last * scale) / perMinute : Number.POSITIVE_INFINITY;
}

/** The same for shares of a limit: by the means of the older and the newer half of the last minutes. */
function roughMinutesOf(shares: Shares, now: number): number {
  const first = shares.findIndex(({ x }) => x > now - LOOK_MINUTES * MINUTE_MS);
  if (first < 0) return Number.POSITIVE_INFINITY;
  const half = first + ((shares.length - first) >> 1);
  const [older, newer] = [meanOf(shares, first, half), meanOf(shares, half, shares.length)];
  const perMinute = (MINUTE_MS * (newer.y - older.y)) / (newer.x - older.x);
  return perMinute > 0 ? (100 - newer.y) / perMinute : Number.POSITIVE_INFINITY;
}

/** The mean of the points in [from, to). */
function meanOf(points: Shares, from: number, to: number): Point {
  let [x, y] = [0, 0];
  for (let index = from; index < to; index++) {
    x += points[index]?.x ?? 0;
    y += points[index]?.y ?? 0;
  }
  return { x: x / (to - from), y: y / (to - from) };
}

/** The history of a figure as percent of its limit, in means of some seconds. */
function sharesOf(history: History, { key, scale }: Limited, now: number): Shares {
  const shares: { x: number; y: number; count: number }[] = [];
  for (const { at, value } of history.points(key, now - SPAN_MS, now)) {
    if (value === null) continue;
    const y = value * scale;
    const last = shares.at(-1);
    if (last && Math.floor(last.x / STEP_MS) === Math.floor(at / STEP_MS)) {
      last.count++;
      last.x += (at - last.x) / last.count;
      last.y += (y - last.y) / last.count;
    } else {
      shares.push({ x: at, y, count: 1 });
    }
  }
  return shares;
}
