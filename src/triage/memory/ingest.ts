import { MINUTE_MS } from '../../base/durations.ts';
import { median, pairSlopes, quantile } from '../../base/theil-sen.ts';
import type { Stream } from '../../protocol/stream.ts';
import type { Thresholds } from '../threshold-families.ts';

/** What a stream brings in against what it usually does. Some numbers only: there are thousands of streams. */
export interface IngestTrack {
  /** Bytes per second now. */
  readonly now: number;
  /** Usual bytes per second: it follows the median. */
  readonly usual: number;
  /** Samples behind the usual, as far as they matter. */
  readonly samples: number;
  /** Since it left its usual: share (0 to 1) at some times (Unix ms), the last usual one first. Empty while it is usual. */
  readonly low: readonly LowSample[];
  /** Unix ms at which it fell below the warning, oldest first: the last ones. */
  readonly falls: readonly number[];
  /** It is below the warning now. */
  readonly below: boolean;
}

interface LowSample {
  readonly at: number;
  readonly share: number;
}

/** Below this share it has left its usual. */
const USUAL_SHARE = 0.9;
/** The first samples are averaged; from then on the usual takes steps. */
const FIRST_SAMPLES = 3;
/** The usual moves by so much of itself a minute, and while it is low so slowly that only what lasts hours becomes usual. */
const PACE_A_MINUTE = 0.02;
const PACE_A_MINUTE_LOW = 0.002;
/** How many samples of a fall are kept, and how far apart: the first ones say when it began. */
const LOW_SAMPLES = 12;
const LOW_APART_MS = 15_000;
const MOST_FALLS = 10;
/** A fall by less than this share between its first and its last sample was a step. */
const STEP_SHARE = 0.1;
const none: readonly never[] = [];

/** The mean over so long says what a stream usually brings in, ms. */
const LEAST_DURATION_MS = 600_000;

/** Bytes per second that a stream has brought in on average since its publisher came; undefined of too short a time. */
function meanSincePublished({ inTotalBytes, duration }: Stream): number | undefined {
  if (!inTotalBytes || !duration || duration < LEAST_DURATION_MS) return undefined;
  return (1000 * inTotalBytes) / duration;
}

/**
 * The first sample of a stream that publishes. One that is critically below its mean since the publisher came brings in
 * too little already. Less far below, it may have been set lower on purpose.
 */
export function firstIngest(stream: Stream, at: number, t: Thresholds): IngestTrack | undefined {
  const bandwidth = stream.inBandwidth;
  if (bandwidth == null || bandwidth <= 0) return undefined;
  const first = { now: bandwidth, usual: bandwidth, samples: 1, low: none, falls: none, below: false };
  const mean = meanSincePublished(stream);
  if (mean === undefined || 100 * (1 - bandwidth / mean) < t.ingestCrit) return first;
  return nextIngest({ ...first, usual: mean, samples: FIRST_SAMPLES }, { bandwidth, at, passed: 0 }, t);
}

interface IngestSample {
  /** Bytes per second. */
  readonly bandwidth: number | null | undefined;
  /** Unix ms. */
  readonly at: number;
  /** ms since the sample before. */
  readonly passed: number;
}

/**
 * The next sample of a stream that publishes. Without a figure, or without a byte,
 * nothing can be said of the bitrate: such a stream is silent.
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

function withLow({ low }: IngestTrack, sample: LowSample, usualAt: number): readonly LowSample[] {
  if (low.length === 0) return [{ at: usualAt, share: 1 }, sample];
  const last = low.at(-1)?.at ?? 0;
  return low.length >= LOW_SAMPLES || sample.at - last < LOW_APART_MS ? low : [...low, sample];
}

/** Since when it is low, Unix ms: where the line through the fall leaves the usual; of a step the first low sample. */
export function lowSince({ low }: IngestTrack): number | undefined {
  const [usual, first] = low;
  if (!usual || !first) return undefined;
  const fall = low.slice(1).map(({ at, share }) => ({ x: at, y: share }));
  const perMs = quantile(pairSlopes(fall), 0.5);
  const depth = first.share - Math.min(...fall.map(({ y }) => y));
  if (perMs === undefined || depth < STEP_SHARE) return first.at;
  const whole = median(fall.map(({ x, y }) => x + (1 - y) / perMs)) ?? first.at;
  return Math.min(first.at, Math.max(usual.at, whole));
}
