import { MINUTE_MS } from '../../base/durations.ts';
import { median, medianSlope } from '../../base/theil-sen.ts';
import type { Stream } from '../../protocol/stream.ts';
import type { Residual } from '../principles/deviation.ts';
import type { Thresholds } from '../threshold-families.ts';

/** The incoming rate of a stream compared with its usual one. Only a few numbers, because there are thousands of streams. */
export interface IngestTrack {
  /** Bytes per second now. */
  readonly now: number;
  /** Usual bytes per second: an estimate of the median. */
  readonly usual: number;
  /** Number of samples behind the usual rate; counted only as far as it matters. */
  readonly samples: number;
  /**
   * Samples since the rate left its usual level: share of the usual (0 to 1) and time (Unix ms), starting with the
   * last usual one. Empty while the rate is usual.
   */
  readonly low: readonly Residual[];
  /** The latest times at which it fell below the warning threshold, Unix ms, oldest first. */
  readonly falls: readonly number[];
  /** It is below the warning threshold now. */
  readonly below: boolean;
}

/** Below this share the rate has left its usual level. */
const USUAL_SHARE = 0.9;
/** The first samples are averaged; after that the usual rate changes in steps. */
const FIRST_SAMPLES = 3;
/**
 * The usual rate changes by this share of itself per minute. While the stream is low it changes much more slowly,
 * so that only a change that lasts for hours becomes usual.
 */
const PACE_A_MINUTE = 0.02;
const PACE_A_MINUTE_LOW = 0.002;
/** Number of samples of a fall that are kept, and their least distance; the first ones tell when it began. */
const LOW_SAMPLES = 12;
const LOW_APART_MS = 15_000;
const MOST_FALLS = 10;
/** A fall by less than this share between its first and last sample was a step. */
const STEP_SHARE = 0.1;
const none: readonly never[] = [];

/** Least duration for which the mean since publishing counts as usual, ms. */
const LEAST_DURATION_MS = 600_000;

/**
 * The first sample of a published stream. A rate critically below the mean since publishing is already too low. A
 * rate less far below may have been configured on purpose.
 */
export function firstIngest(stream: Stream, at: number, t: Thresholds): IngestTrack | undefined {
  const { inBandwidth: bandwidth, inTotalBytes, duration } = stream;
  if (bandwidth == null || bandwidth <= 0) return undefined;
  const first = { now: bandwidth, usual: bandwidth, samples: 1, low: none, falls: none, below: false };
  if (!inTotalBytes || !duration || duration < LEAST_DURATION_MS) return first;
  const mean = (1000 * inTotalBytes) / duration;
  if (100 * (1 - bandwidth / mean) < t.ingestCrit) return first;
  return nextIngest({ ...first, usual: mean, samples: FIRST_SAMPLES }, { bandwidth, at, passed: 0 }, t);
}

interface IngestSample {
  /** Bytes per second. */
  readonly bandwidth: number | null | undefined;
  /** Unix ms. */
  readonly at: number;
  /** Time since the previous sample, ms. */
  readonly passed: number;
}

/**
 * The next sample of a published stream. Without a figure, or with zero bytes, the bitrate cannot be judged: such a
 * stream is silent.
 */
export function nextIngest(
  before: IngestTrack,
  { bandwidth, at, passed }: IngestSample,
  t: Thresholds,
): IngestTrack {
  if (bandwidth == null || bandwidth <= 0) return before;
  const share = bandwidth / before.usual;
  const isLow = share < USUAL_SHARE;
  const isBelow = 100 * (1 - share) >= t.ingestWarn;
  const samples = Math.min(FIRST_SAMPLES, before.samples + 1);
  const step = (isLow ? PACE_A_MINUTE_LOW : PACE_A_MINUTE) * before.usual * (passed / MINUTE_MS);
  const towards = Math.max(-step, Math.min(step, bandwidth - before.usual));
  const isFirst = before.samples < FIRST_SAMPLES && !isLow;
  return {
    now: bandwidth,
    usual: before.usual + (isFirst ? (bandwidth - before.usual) / samples : towards),
    samples,
    low: isLow ? withLow(before, { at, share }, at - passed) : none,
    falls: isBelow && !before.below ? [...before.falls, at].slice(-MOST_FALLS) : before.falls,
    below: isBelow || (before.below && isLow),
  };
}

function withLow({ low }: IngestTrack, sample: Residual, usualAt: number): readonly Residual[] {
  if (low.length === 0) return [{ at: usualAt, share: 1 }, sample];
  const last = low.at(-1)?.at ?? 0;
  return low.length >= LOW_SAMPLES || sample.at - last < LOW_APART_MS ? low : [...low, sample];
}

/** Start of the fall, Unix ms: where the line through the fall leaves the usual level; of a step, the first low sample. */
export function lowSince({ low }: IngestTrack): number | undefined {
  const [usual, first] = low;
  if (!usual || !first) return undefined;
  const fall = low.slice(1).map(({ at, share }) => ({ x: at, y: share }));
  const perMs = medianSlope(fall);
  const depth = first.share - Math.min(...fall.map(({ y }) => y));
  if (perMs === undefined || depth < STEP_SHARE) return first.at;
  const whole = median(fall.map(({ x, y }) => x + (1 - y) / perMs)) ?? first.at;
  return Math.min(first.at, Math.max(usual.at, whole));
}
