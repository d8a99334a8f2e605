import type { Stream } from '../protocol/stream.ts';
import { MINUTE_MS } from './kinds.ts';

/** A stream that comes back within this time was interrupted; later it is another session. */
export const SAME_SESSION_MS = 10 * MINUTE_MS;
/** A sample stands for at most this time: what was not watched is not added up. */
const LONGEST_STEP_MS = 3 * MINUTE_MS;
/** Below this score a stream is degraded, as in the list of unhealthy streams. */
const DEGRADED_BELOW = 75;

/** One publishing of a stream, from the first to the last time that it was seen. Times are Unix ms. */
export interface StreamSession {
  readonly application: string;
  readonly streamKey: string;
  /** The server's `startTime`, or when it was first seen. */
  readonly publishedAt: number;
  readonly seenAt: number;
  readonly endedAt: number | undefined;
  /** Start of the publishing that goes on now: later than `publishedAt` after an interruption. */
  readonly startTime: number | undefined;
  /** How often it was published again, and the time between, ms. */
  readonly interruptions: number;
  readonly interruptedMs: number;
  /** Time that samples stand for, and of it the time below a health of 75, ms. */
  readonly watchedMs: number;
  readonly degradedMs: number;
  readonly peakViewers: number;
  /** Viewers × ms, and of it viewers × (1 − score / 100) × ms. */
  readonly viewerMs: number;
  readonly viewerMsAtRisk: number;
  /** Incoming bytes per second × ms, and the ms for which it is known. */
  readonly inByteMs: number;
  readonly inKnownMs: number;
}

/** A stream's figures now, summed over its copies. */
export interface StreamSample {
  readonly application: string;
  readonly streamKey: string;
  readonly startTime: number | undefined;
  readonly viewers: number | undefined;
  readonly health: number | undefined;
  readonly inBandwidth: number | undefined;
}

/** Copies of one stream on several servers are one sample: viewers add up, the earliest start and least health count. */
export function samplesOf(streams: Iterable<Stream>): ReadonlyMap<string, StreamSample> {
  const samples = new Map<string, StreamSample>();
  for (const stream of streams) {
    const application = stream.application ?? '';
    const name = `${application}/${stream.streamKey}`;
    const health = stream.healthGrade === 'No Data' ? undefined : (stream.healthScore ?? undefined);
    const other = samples.get(name);
    samples.set(name, {
      application,
      streamKey: stream.streamKey,
      startTime: pick(Math.min, stream.startTime, other?.startTime),
      viewers: pick((a, b) => a + b, stream.viewerCount, other?.viewers),
      health: pick(Math.min, health, other?.health),
      inBandwidth: pick(Math.max, stream.inBandwidth, other?.inBandwidth),
    });
  }
  return samples;
}

/** The session after one more sample at `at`, local Unix ms; a new one where there was none or it ended long ago. */
export function continued(
  before: StreamSession | undefined,
  sample: StreamSample,
  at: number,
): StreamSession {
  const goesOn = before && at - before.seenAt <= SAME_SESSION_MS ? before : undefined;
  if (!goesOn) return addSample(begun(sample, at), sample, 0, at);
  const isNew =
    sample.startTime !== undefined && goesOn.startTime !== undefined && sample.startTime > goesOn.startTime;
  const interrupted = isNew || goesOn.endedAt !== undefined;
  const away = interrupted ? Math.max(0, (sample.startTime ?? at) - goesOn.seenAt) : 0;
  const step = interrupted ? 0 : Math.min(Math.max(0, at - goesOn.seenAt), LONGEST_STEP_MS);
  const next = {
    ...goesOn,
    endedAt: undefined,
    startTime: sample.startTime ?? goesOn.startTime,
    interruptions: goesOn.interruptions + (interrupted ? 1 : 0),
    interruptedMs: goesOn.interruptedMs + away,
  };
  return addSample(next, sample, step, at);
}

function begun({ application, streamKey, startTime }: StreamSample, at: number): StreamSession {
  return {
    application,
    streamKey,
    publishedAt: startTime ?? at,
    seenAt: at,
    endedAt: undefined,
    startTime,
    interruptions: 0,
    interruptedMs: 0,
    watchedMs: 0,
    degradedMs: 0,
    peakViewers: 0,
    viewerMs: 0,
    viewerMsAtRisk: 0,
    inByteMs: 0,
    inKnownMs: 0,
  };
}

function addSample(session: StreamSession, sample: StreamSample, step: number, at: number): StreamSession {
  const { viewers = 0, health, inBandwidth } = sample;
  return {
    ...session,
    seenAt: at,
    watchedMs: session.watchedMs + step,
    degradedMs: session.degradedMs + (health !== undefined && health < DEGRADED_BELOW ? step : 0),
    peakViewers: Math.max(session.peakViewers, viewers),
    viewerMs: session.viewerMs + viewers * step,
    viewerMsAtRisk: session.viewerMsAtRisk + (health === undefined ? 0 : viewers * (1 - health / 100) * step),
    inByteMs: session.inByteMs + (inBandwidth ?? 0) * step,
    inKnownMs: session.inKnownMs + (inBandwidth === undefined ? 0 : step),
  };
}

function pick(
  join: (a: number, b: number) => number,
  a: number | null | undefined,
  b: number | undefined,
): number | undefined {
  if (a == null || b === undefined) return a ?? b;
  return join(a, b);
}
