import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import { median, sum } from '../../base/theil-sen.ts';
import { listedStreams } from '../../cluster/copies.ts';
import { streamName } from '../../cluster/figures.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { Stream } from '../../protocol/stream.ts';
import { type Bend, bendOf, type Point } from '../principles/bend.ts';
import {
  type Deviation,
  SUDDEN_MS,
  type SuddenFall,
  steepFall,
  suddenFall,
  type Tolerance,
} from '../principles/deviation.ts';
import { FigureTrack, toleranceAround } from '../principles/figure-track.ts';
import type { Normal } from '../principles/normal.ts';
import type { Thresholds } from '../threshold-families.ts';
import { type UsualHour, type UsualOf, usualHour } from '../usual-load.ts';

/** The totals of the cluster: viewers, streams, incoming and outgoing bytes per second. */
export const wholeFigures = ['viewers', 'streams', 'in', 'out'] as const;
export type WholeFigure = (typeof wholeFigures)[number];

/** A total compared with its normal. */
export interface WatchedTotal {
  readonly now: number;
  /** The expected value without a deviation. */
  readonly usual: number;
  readonly deviation: Deviation | undefined;
  /** It fell within seconds, which no audience does by itself. */
  readonly isSudden: boolean;
}

/** A minute enters the normal late, so that a drain of 1 % per minute is not taken for the trend before it is detected. */
const HABITS = { knownAfterMs: 60_000, waitsMs: 6 * MINUTE_MS, tide: true };
/** How much of the dashboard's own history from before the first poll is used, ms. */
const REACH_MS = HOUR_MS;

/**
 * Least deviation of a total. A loss of a tenth is always found, although the change with the time of day may hide a part of it.
 */
const LEAST = 0.08;
/** Least usual spread, and the random variation of a count. */
const FLOOR = 0.012;
const OF_CHANCE = 0.4;
/** The current value of a total is the median of this many. */
const NEWEST = 3;
/** Least distance of snapshots of the streams' viewers, and the age from which only the newest one is kept, ms. */
const SNAPSHOT_EVERY_MS = 100_000;
const SNAPSHOT_OLD_MS = 12 * MINUTE_MS;
/** The median stream is compared with its viewers this long ago, ms. */
const TYPICAL_MS = 10 * MINUTE_MS;
/**
 * If the median stream lost or gained this share, a smaller change of the total counts as a deviation, even if the
 * total usually varies much.
 */
const TYPICAL_SHARE = 0.07;
const OF_ALL: Tolerance = { spread: 0.01, least: 0.04 };
/** Streams with fewer viewers are ignored, and fewer streams than this are not representative. */
const LEAST_VIEWERS = 10;
const LEAST_STREAMS = 30;
/** A median differs from 1 by so many of its standard errors, which it has from the median absolute deviation. */
const SIGNIFICANT_ERRORS = 2;
const MEDIAN_ERROR = 1.25;
const DEVIATION_OF_NORMAL = 1.48;
/** A change of fewer objects than this is not a deviation, whatever its share. */
const LEAST_OBJECTS: Readonly<Record<WholeFigure, number>> = { viewers: 50, streams: 2.5, in: 0, out: 0 };

/** The newest values of a total, in which its bends are looked for: for this long, at least so far apart, ms. */
const RECENT_MS = 15 * MINUTE_MS;
const RECENT_APART_MS = 4_500;
/** A total that lost this share since it bent by that much a minute, with the median stream, is drained. */
const BENT_SHARE = 0.08;
const BENT_A_MINUTE = 0.01;
const BENT_TYPICAL = 0.055;
/** A peak is so far above the level; when it is over, the total is not so far below it. */
const PEAK_SHARE = 0.05;
/** A fall of which this share came within some seconds is a step, and no bend. */
const STEP_SHARE = 0.3;
/** Programmes end one by one: so many objects at once are a loss. */
const LEAST_SUDDEN: Readonly<Record<WholeFigure, number>> = { ...LEAST_OBJECTS, streams: 5 };
/** Who came with a surge leaves at its end; who was there so long ago is the audience, ms. */
const RAISED_MS = 10 * MINUTE_MS;
/** What all streams alike lose within half a minute, this part of a sudden loss at least, no end of a peak is. */
const STEEP_PART = 2 / 3;
/** It is over when the total is so close to the level before, as a share of a sudden fall; each stream that stays away is missing. */
const SUDDEN_BACK = 0.5;
const STREAMS_BACK = 0.02;

/** Viewers of each stream at one time (Unix ms), by its application and key, as ids end with a connection. */
interface Snapshot {
  readonly at: number;
  readonly viewers: ReadonlyMap<string, number>;
}

interface Series {
  readonly track: FigureTrack;
  at: number;
  /** The newest values, because a single one may be odd. */
  newest: readonly Point[];
  recent: Point[];
  /** Where a drain of all streams began. */
  drain: Bend | undefined;
  /** Where a slow fall of viewers or traffic began. */
  bend: Bend | undefined;
  /** A fall within seconds, and the level before it. */
  fall: SuddenFall | undefined;
  watched: WatchedTotal | undefined;
}

/**
 * Totals with their normals and deviations. They come from the history in memory, which starts with the dashboard's
 * own history (A11), so that the last minutes are known at the first poll already.
 */
export class WholeMemory {
  readonly #series = new Map<WholeFigure, Series>();

  #from: number | undefined;
  readonly #snapshots: Snapshot[] = [];
  #sweep: ClusterState['streamSweep']['value'];
  #streams: ReadonlyMap<string, Stream> = new Map();
  #typical: number | undefined;
  #haveLeft: boolean | undefined;

  /** Unix ms of the first poll. */
  get from(): number {
    return this.#from ?? Number.POSITIVE_INFINITY;
  }

  /** Undefined while its normal is not known. */
  of(figure: WholeFigure): WatchedTotal | undefined {
    return this.#series.get(figure)?.watched;
  }

  /** Whether the whole cluster has lost or gained something. The servers' current values are then not their normal. */
  get deviates(): boolean {
    return wholeFigures.some((figure) => this.of(figure)?.deviation !== undefined);
  }

  /**
   * The viewers of the median stream as a factor of those ten minutes ago. Single large streams change the total,
   * but the median changes only with most of the streams. Undefined for few streams.
   */
  get typicalStream(): number | undefined {
    return this.#typical;
  }

  /** Whether all streams lose viewers at the same rate since the total bent. */
  get isDrained(): boolean {
    const { drain, track } = this.#series.get('viewers') ?? {};
    return drain !== undefined && track?.deviation !== undefined;
  }

  /** Whether streams have lost viewers whom they had minutes ago, before a rise: these are not those who came with it. */
  #haveEarlierLeft(): boolean {
    const all = this.#changesSince(this.#snapshots[0]);
    const left = sum(all.map(({ had, now = had }) => Math.max(0, had - now)));
    return left > LEAST * sum(all.map(({ had }) => had));
  }

  /** The viewers of each stream then and now. */
  #changesSince(then: Snapshot | undefined) {
    return [...this.#streams.values()].map((stream) => ({
      had: then?.viewers.get(streamName(stream)) ?? 0,
      now: stream.viewerCount ?? undefined,
    }));
  }

  #typicalSince(since: number): number | undefined {
    return this.#typicalAgainst(this.#snapshots.findLast(({ at }) => at <= since) ?? this.#snapshots[0]);
  }

  #typicalAgainst(then: Snapshot | undefined): number | undefined {
    if (!then || !this.#sweep) return undefined;
    const factors = this.#changesSince(then).flatMap(({ had, now }) =>
      had >= LEAST_VIEWERS && now !== undefined ? now / had : [],
    );
    return factors.length < LEAST_STREAMS ? undefined : significantMedian(factors);
  }

  /**
   * The viewers of each stream in the last sweep before `since` (Unix ms), by application and key; undefined if there was
   * none, or none after it.
   */
  viewersBefore(since: number): ReadonlyMap<string, number> | undefined {
    if ((this.#sweep?.completedAt ?? 0) <= since) return undefined;
    return this.#snapshots.findLast(({ at }) => at <= since)?.viewers;
  }

  #remember(): void {
    const { completedAt } = this.#sweep ?? {};
    if (completedAt === undefined) return;
    if (completedAt < (this.#snapshots.at(-1)?.at ?? Number.NEGATIVE_INFINITY) + SNAPSHOT_EVERY_MS) return;
    const viewers = new Map<string, number>();
    for (const stream of this.#streams.values())
      if (stream.viewerCount) viewers.set(streamName(stream), stream.viewerCount);
    this.#snapshots.push({ at: completedAt, viewers });
    while ((this.#snapshots[1]?.at ?? completedAt) <= completedAt - SNAPSHOT_OLD_MS) this.#snapshots.shift();
  }

  /** Reads the history up to `now` (Unix ms). */
  observe(state: ClusterState, now: number, usual: UsualOf, t: Thresholds): void {
    const { history, streamSweep } = state;
    this.#from ??= now;
    if (streamSweep.value !== this.#sweep) {
      this.#sweep = streamSweep.value;
      this.#streams = listedStreams(state).streams;
      this.#typical = this.#typicalSince(now - TYPICAL_MS);
      this.#haveLeft = undefined;
      this.#remember();
    }
    for (const figure of wholeFigures) {
      const key = `total/${figure}`;
      const known = this.#series.get(figure);
      // After a clock was set back, tracking starts again, because times before and after cannot be compared.
      const series = known && known.at <= now + MINUTE_MS ? known : newSeries(now);
      this.#series.set(figure, series);
      const seasonal = (at: number) => usualHour(usual, key, at);
      for (const { at, value } of history.points(key, series.at, now)) {
        series.at = at;
        if (value === null) continue;
        take(series, figure, {
          at,
          value,
          seasonal,
          isOfAll: figure === 'viewers' && Math.abs((this.#typical ?? 1) - 1) >= TYPICAL_SHARE,
          isDrainedSince: (bend) => (this.#typicalSince(bend.at) ?? 1) <= 1 - BENT_TYPICAL,
          haveEarlierLeft: () => (this.#haveLeft ??= this.#haveEarlierLeft()),
          t,
        });
      }
    }
  }
}

/** The median of factors; 1 where it differs from that no more than chance makes of so many. */
export function significantMedian(factors: readonly number[]): number {
  const middle = median(factors) ?? 1;
  const deviation = median(factors.map((factor) => Math.abs(factor - middle))) ?? 0;
  const error = (MEDIAN_ERROR * DEVIATION_OF_NORMAL * deviation) / Math.sqrt(factors.length);
  return Math.abs(middle - 1) < SIGNIFICANT_ERRORS * error ? 1 : middle;
}

function newSeries(now: number): Series {
  return {
    track: new FigureTrack(HABITS),
    at: now - REACH_MS,
    newest: [],
    recent: [],
    drain: undefined,
    bend: undefined,
    fall: undefined,
    watched: undefined,
  };
}

interface Reading {
  readonly at: number;
  readonly value: number;
  readonly seasonal: (at: number) => UsualHour | undefined;
  /** All streams change by the same share. */
  readonly isOfAll: boolean;
  /** The median stream has lost as many viewers since then. */
  readonly isDrainedSince: (bend: Bend) => boolean;
  /** Streams have fewer viewers than before a rise. */
  readonly haveEarlierLeft: () => boolean;
  readonly t: Thresholds;
}

function take(series: Series, figure: WholeFigure, reading: Reading): void {
  const { at, value, seasonal, isOfAll } = reading;
  series.newest = [...series.newest, { at, value }].slice(-NEWEST);
  series.fall = fallOf(series, figure, reading);
  keepRecent(series, { at, value });
  const { track } = series;
  const known = track.knownAt(at);
  if (!known) {
    if (!series.fall) track.learn({ at, value });
    series.watched = watchedOf(series, undefined);
    return;
  }
  const expected = expectedAt(at, value, { track, level: known.level, seasonal });
  const before = track.deviation;
  // Only for viewers is it known whether all streams lose them alike.
  if (!before && figure === 'viewers')
    series.drain = drainOf(series, reading, expected.ofHour ?? known.level);
  const { drain } = series;
  // In a drain, the figure at its beginning is known better than what is usual at this hour.
  const usual = drain?.value ?? expected.usual;
  const share = value / usual - 1;
  // A tide is no spread: how far values are from its trend is.
  const tolerance = toleranceOf(figure, { level: known.level, spread: expected.spread ?? known.spread });
  track.take(
    { at, value, share },
    isOfAll || drain ? OF_ALL : { ...tolerance, least: tolerance.least + expected.apart },
    { isFrozen: series.fall !== undefined },
  );
  if (track.deviation !== before) series.bend = drain ?? slowBendOf(series, figure, { at, value });
  series.watched = watchedOf(series, usual);
}

/** `usual` is undefined while the normal is not known: then only a fall within seconds is. */
function watchedOf(series: Series, usual: number | undefined): WatchedTotal | undefined {
  const { fall, newest, bend, track } = series;
  const now = median(newest.map((one) => one.value)) ?? 0;
  const found = track.deviation;
  const deviation = found && bend ? { ...found, since: bend.at, lastGoodAt: bend.from } : found;
  const isSudden = fall !== undefined;
  // A fall from a raised level is none against the normal; and one that goes on counts from its beginning, unless more fell at once.
  const { lastGoodAt = 0, level = 0 } = fall ?? {};
  const isOlder =
    deviation?.direction === 'fallen' && deviation.since < lastGoodAt && (usual ?? 0) - level >= level - now;
  if (fall && !isOlder) return { now, usual: fall.level, deviation: fall, isSudden };
  return usual === undefined ? undefined : { now, usual, deviation, isSudden };
}

/** The current fall within seconds, until the total is back. */
function fallOf(series: Series, figure: WholeFigure, reading: Reading): SuddenFall | undefined {
  const { fall, recent, newest, watched } = series;
  const { at, value, t } = reading;
  const share = t.lossShare / 100;
  const least = figure === 'viewers' ? t.lossViewers : LEAST_SUDDEN[figure];
  if (fall) {
    const lacking =
      figure === 'streams' ? Math.max(1, STREAMS_BACK * fall.level) : SUDDEN_BACK * share * fall.level;
    return value >= fall.level - lacking || at > fall.since + t.lossFor ? undefined : fall;
  }
  const sudden = suddenFall(recent, newest, { share, least });
  if (watched?.deviation?.direction !== 'risen') return sudden;
  // Most samples are no fall, and how long it has been raised need not be known for that.
  const slow = Math.max(STEEP_PART * share * value, least);
  const steep = figure === 'viewers' && !sudden ? steepFall(recent, { at, value }, slow) : undefined;
  if (!sudden && !steep) return undefined;
  if (reading.haveEarlierLeft()) return sudden ?? steep;
  const earlier = median(recent.filter((one) => one.at <= at - RAISED_MS).map((one) => one.value)) ?? 0;
  return suddenFall(recent, newest, { share, least, most: Math.max(watched.usual, earlier) });
}

function keepRecent({ recent }: Series, point: Point): void {
  if (point.at - (recent.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < RECENT_APART_MS) return;
  recent.push(point);
  while ((recent[0]?.at ?? point.at) < point.at - RECENT_MS) recent.shift();
}

/** The bend from which all streams lose viewers; undefined if they do not, or if those of a peak leave. */
function drainOf({ recent }: Series, { value, isDrainedSince }: Reading, level: number): Bend | undefined {
  const most = recent.reduce((max, point) => Math.max(max, point.value), 0);
  if (value > (1 - BENT_SHARE) * most) return undefined;
  const bend = bendOf(recent, -1);
  if (!bend || bend.perMinute < BENT_A_MINUTE || value > (1 - BENT_SHARE) * bend.value) return undefined;
  const isPeakOver = bend.value > (1 + PEAK_SHARE) * level && value > (1 - PEAK_SHARE) * level;
  return !isPeakOver && !isStep(recent, bend) && isDrainedSince(bend) ? bend : undefined;
}

/** The bend at which a slow fall began; undefined for a step. Streams are too few to have one. */
function slowBendOf(
  { recent, track: { deviation } }: Series,
  figure: WholeFigure,
  newest: Point,
): Bend | undefined {
  if (deviation?.direction !== 'fallen' || figure === 'streams') return undefined;
  const bend = bendOf(recent, -1);
  if (!bend || bend.at > deviation.noticedAt) return undefined;
  // The newest one may be the step.
  return newest.value >= bend.value || isStep([...recent, newest], bend) ? undefined : bend;
}

/** Whether much of what was lost since the bend was lost within seconds. */
function isStep(recent: readonly Point[], bend: Bend): boolean {
  const lost = bend.value - (recent.at(-1)?.value ?? bend.value);
  const after = recent.filter(({ at }) => at >= bend.at - SUDDEN_MS);
  return after.some((point, index) => {
    const before = after.slice(0, index).find(({ at }) => at >= point.at - SUDDEN_MS);
    return before !== undefined && before.value - point.value >= STEP_SHARE * lost;
  });
}

/**
 * The expected value of a total: by this hour of other weeks, else by its trend. A value between that and the level
 * itself needs no explanation. `apart` is how far it may be from the usual value, as a share; `spread` that around the trend.
 */
function expectedAt(
  at: number,
  value: number,
  { track, level, seasonal }: Pick<Reading, 'seasonal'> & { track: FigureTrack; level: number },
) {
  const { middle } = track.normals;
  const trend = track.normals.trendAt(at);
  const then = middle === undefined ? undefined : seasonal(middle);
  const hour = then && seasonal(at);
  const ofHour = then && hour ? (level * hour.median) / then.median : undefined;
  const all = [ofHour, trend?.level, level].filter((one) => one !== undefined && one > 0) as number[];
  const [usual = level] = all;
  // A number that occurs at this hour in some weeks is not a surge.
  if (hour) all.push(hour.high);
  const nearest = Math.max(Math.min(value, Math.max(...all)), Math.min(...all));
  return { usual, apart: Math.abs(nearest / usual - 1), ofHour, spread: trend?.spread };
}

function toleranceOf(figure: WholeFigure, normal: Normal): Tolerance {
  const chance = figure === 'viewers' ? OF_CHANCE / Math.sqrt(normal.level) : 0;
  const least = Math.max(LEAST, LEAST_OBJECTS[figure] / normal.level);
  return toleranceAround(normal, { spread: FLOOR + chance, least });
}
