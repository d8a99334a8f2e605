import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import { median } from '../../base/theil-sen.ts';
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
import type { UsualHour } from '../usual-load.ts';

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
/** Where all streams change by the same share. */
const OF_ALL: Tolerance = { spread: 0.01, least: 0.04 };
/** A change of fewer objects than this is not a deviation, whatever its share. */
const LEAST_OBJECTS: Readonly<Record<WholeFigure, number>> = { viewers: 50, streams: 2.5, in: 0, out: 0 };

/** The newest values of a total, in which its bends are looked for: for this long, at least so far apart, ms. */
const RECENT_MS = 15 * MINUTE_MS;
const RECENT_APART_MS = 4_500;
/** A total that lost this share since it bent by that much a minute, with the median stream, is drained. */
const BENT_SHARE = 0.08;
const BENT_A_MINUTE = 0.01;
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

/** A total and what is remembered of it. */
export interface Series {
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

export function newSeries(now: number): Series {
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

export function takeTotal(series: Series, figure: WholeFigure, reading: Reading): void {
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
  const bend = bendOf(recent);
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
  const bend = bendOf(recent);
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
