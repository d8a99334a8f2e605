import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import { median } from '../../base/theil-sen.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { type Deviation, DeviationTrack, type Tolerance } from '../principles/deviation.ts';
import { type Normal, NormalTrack } from '../principles/normal.ts';
import type { UsualOf } from '../usual-load.ts';

/** The totals of the cluster: viewers, streams, incoming and outgoing bytes per second. */
export const wholeFigures = ['viewers', 'streams', 'in', 'out'] as const;
export type WholeFigure = (typeof wholeFigures)[number];

/** A total against its normal. */
export interface WatchedTotal {
  readonly now: number;
  /** What it would be now without a deviation. */
  readonly usual: number;
  readonly deviation: Deviation | undefined;
}

/** The normal must have been watched for so long. */
const KNOWN_AFTER_MS = 60_000;
/** Of a standing deviation the total was usual again so long ago: it is the new normal. */
const BECOMES_NORMAL_MS = HOUR_MS;
/** A minute becomes normal when it is so old: a drain of 1 % a minute must not be taken for the trend before it shows. */
const WAITS_MS = 6 * MINUTE_MS;
/** What the dashboard brings of the time before the first look is taken from so long ago on. */
const REACH_MS = HOUR_MS;

/** A tenth is never silent; the tide may hide a part of it. */
const LEAST = 0.08;
/** The least usual spread, and what chance adds for a count. */
const FLOOR = 0.012;
const OF_CHANCE = 0.4;
/** What a total is now is the middle one of so many. */
const NEWEST = 3;
/** What each stream had is kept so many times, at least so far apart. */
const MOST_SNAPSHOTS = 8;
const SNAPSHOT_EVERY_MS = 100_000;
/** The middle stream is compared with what it had so long ago. */
const TYPICAL_MS = 10 * MINUTE_MS;
/** Where it lost or gained so much, less of the total is a deviation, however much that goes up and down. */
const TYPICAL_SHARE = 0.07;
const OF_ALL: Tolerance = { spread: 0.01, least: 0.04 };
/** Streams with fewer viewers, and fewer streams than this, tell nothing of all. */
const LEAST_VIEWERS = 10;
const LEAST_STREAMS = 30;
/** Fewer objects than this are no deviation, whatever their share. */
const LEAST_OBJECTS: Readonly<Record<WholeFigure, number>> = { viewers: 50, streams: 2.5, in: 0, out: 0 };

/** Viewers of each stream at one moment (Unix ms), by its id. */
interface Snapshot {
  readonly at: number;
  readonly viewers: ReadonlyMap<string, number>;
}

interface Series {
  normal: NormalTrack;
  readonly track: DeviationTrack;
  from: number | undefined;
  at: number;
  /** The newest values: a single odd one says nothing. */
  newest: readonly number[];
  watched: WatchedTotal | undefined;
}

/**
 * Totals with their normals and deviations. They come out of the history in memory, which begins with what the
 * dashboard brings with it (A11): at the first look the last minutes are known already.
 */
export class WholeMemory {
  readonly #series = new Map<WholeFigure, Series>();

  #from: number | undefined;
  readonly #snapshots: Snapshot[] = [];
  #sweep: ClusterState['streamSweep']['value'];
  #typical: number | undefined;

  /** Unix ms of the first look. */
  get from(): number {
    return this.#from ?? Number.POSITIVE_INFINITY;
  }

  /** Undefined while its normal is not known. */
  of(figure: WholeFigure): WatchedTotal | undefined {
    return this.#series.get(figure)?.watched;
  }

  /** Something is lost or gained by the whole: what servers have now is not their normal. */
  get deviates(): boolean {
    return wholeFigures.some((figure) => this.of(figure)?.deviation !== undefined);
  }

  /**
   * What the middle one of all streams has of its viewers of ten minutes ago, as a factor: single streams go up and down
   * by themselves and take the total along, the middle one only with all others. Undefined of few streams.
   */
  get typicalStream(): number | undefined {
    return this.#typical;
  }

  #isOfAll(figure: WholeFigure): boolean {
    return figure === 'viewers' && Math.abs((this.#typical ?? 1) - 1) >= TYPICAL_SHARE;
  }

  #typicalSince(since: number): number | undefined {
    const then = this.#snapshots.findLast(({ at }) => at <= since) ?? this.#snapshots[0];
    if (!then || !this.#sweep) return undefined;
    const factors: number[] = [];
    for (const { id, viewerCount } of this.#sweep.items.values()) {
      const had = then.viewers.get(id) ?? 0;
      if (had >= LEAST_VIEWERS && viewerCount != null) factors.push(viewerCount / had);
    }
    return factors.length < LEAST_STREAMS ? undefined : median(factors);
  }

  #remember(): void {
    const { completedAt, items } = this.#sweep ?? {};
    if (completedAt === undefined || !items) return;
    if (completedAt < (this.#snapshots.at(-1)?.at ?? Number.NEGATIVE_INFINITY) + SNAPSHOT_EVERY_MS) return;
    const viewers = new Map<string, number>();
    for (const { id, viewerCount } of items.values()) if (viewerCount) viewers.set(id, viewerCount);
    this.#snapshots.push({ at: completedAt, viewers });
    if (this.#snapshots.length > MOST_SNAPSHOTS) this.#snapshots.shift();
  }

  /** Takes what the history has by `now` (Unix ms). */
  observe({ history, streamSweep }: ClusterState, now: number, usual: UsualOf): void {
    this.#from ??= now;
    if (streamSweep.value !== this.#sweep) {
      this.#sweep = streamSweep.value;
      this.#typical = this.#typicalSince(now - TYPICAL_MS);
      this.#remember();
    }
    for (const figure of wholeFigures) {
      const key = `total/${figure}`;
      const known = this.#series.get(figure);
      // A clock that was set back begins anew: what was then is not what is now.
      const series = known && known.at <= now + MINUTE_MS ? known : newSeries(now);
      this.#series.set(figure, series);
      const seasonal = (at: number) => usualHour(usual, key, at);
      for (const { at, value } of history.points(key, series.at, now)) {
        series.at = at;
        if (value !== null) take(series, figure, { at, value, seasonal, isOfAll: this.#isOfAll(figure) });
      }
    }
  }
}

function newSeries(now: number): Series {
  return {
    normal: new NormalTrack(WAITS_MS),
    track: new DeviationTrack({ tide: true }),
    from: undefined,
    at: now - REACH_MS,
    newest: [],
    watched: undefined,
  };
}

interface Reading {
  readonly at: number;
  readonly value: number;
  readonly seasonal: (at: number) => Hour | undefined;
  /** All streams change alike. */
  readonly isOfAll: boolean;
}

function take(series: Series, figure: WholeFigure, { at, value, seasonal, isOfAll }: Reading): void {
  series.from ??= at;
  const { normal, track } = series;
  const known = normal.normal;
  if (!known || known.level <= 0 || at - series.from < KNOWN_AFTER_MS) {
    normal.take(at, value);
    return;
  }
  const { usual, apart } = expectedAt(at, value, { normal, level: known.level, seasonal });
  const share = value / usual - 1;
  const tolerance = toleranceOf(figure, known);
  const before = track.deviation;
  const isUsual = track.take(
    { at, share },
    isOfAll ? OF_ALL : { ...tolerance, least: tolerance.least + apart },
  );
  if (isUsual) normal.take(at, value);
  else if (!before && track.deviation) normal.drop();
  else if (before && at - before.noticedAt > BECOMES_NORMAL_MS) {
    series.normal = new NormalTrack(WAITS_MS);
    series.from = at;
    track.reset();
  }
  series.newest = [...series.newest, value].slice(-NEWEST);
  series.watched = { now: median(series.newest) ?? value, usual, deviation: track.deviation };
}

/**
 * What a total would be now: what this hour of other weeks, else its trend makes of its level. A value between these and
 * the level itself is none that must be explained: `apart` is how far it may be from what is usual, as a share.
 */
function expectedAt(
  at: number,
  value: number,
  of: { readonly normal: NormalTrack; readonly level: number; readonly seasonal: Reading['seasonal'] },
): { readonly usual: number; readonly apart: number } {
  const { normal, level, seasonal } = of;
  const middle = normal.middle;
  const then = middle === undefined ? undefined : seasonal(middle);
  const hour = then && seasonal(at);
  const ofHour = then && hour ? (level * hour.median) / then.median : undefined;
  const all = [ofHour, normal.trendAt(at), level].filter((one) => one !== undefined && one > 0) as number[];
  const [usual = level] = all;
  // So many are no surge that come at this hour of one week or another.
  if (hour) all.push(hour.high);
  const nearest = Math.max(Math.min(value, Math.max(...all)), Math.min(...all));
  return { usual, apart: Math.abs(nearest / usual - 1) };
}

/** What is usual of a total at a moment of the week. */
interface Hour {
  readonly median: number;
  readonly high: number;
}

/** Between the middles of two hours; undefined where too little is known. */
function usualHour(usual: UsualOf, key: string, at: number): Hour | undefined {
  const hour = Math.floor((at - HOUR_MS / 2) / HOUR_MS) * HOUR_MS;
  const [before, after] = [usual(key, hour), usual(key, hour + HOUR_MS)];
  if (!before || !after || before.thin || after.thin || before.median <= 0) return undefined;
  const share = (at - hour - HOUR_MS / 2) / HOUR_MS;
  const between = (from: number, to: number) => from + share * (to - from);
  return { median: between(before.median, after.median), high: between(before.high, after.high) };
}

function toleranceOf(figure: WholeFigure, { level, spread }: Normal): Tolerance {
  const chance = figure === 'viewers' ? OF_CHANCE / Math.sqrt(level) : 0;
  return {
    spread: Math.max(FLOOR + chance, spread / level),
    least: Math.max(LEAST, LEAST_OBJECTS[figure] / level, (3 * spread) / level),
  };
}
