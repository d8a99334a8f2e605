import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import { tableKeys } from '../../base/table.ts';
import { streamName, sumCopies } from '../../cluster/figures.ts';
import type { Stream } from '../../protocol/stream.ts';

/** A stream that comes back within this time was interrupted; after that it is a new session. */
export const SAME_SESSION_MS = 10 * MINUTE_MS;
/** A sample counts for at most this time, so that time that was not watched is not included. */
const LONGEST_STEP_MS = 3 * MINUTE_MS;
/** Below this score a stream is degraded, as in the list of unhealthy streams. */
const DEGRADED_BELOW = 75;

/** Figures of a session in a period. All except the peak can be added over periods. */
export interface SessionFigures {
  /** How often it was published again, and the time in between, ms. */
  readonly interruptions: number;
  readonly interruptedMs: number;
  /** Watched time, and the part of it with a health below 75, ms. */
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

export const noFigures: SessionFigures = {
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
/** In the order in which they are stored. New ones are only added at the end. */
export const figureNames = tableKeys(noFigures);

export function addFigures(a: SessionFigures, b: SessionFigures): SessionFigures {
  return {
    interruptions: a.interruptions + b.interruptions,
    interruptedMs: a.interruptedMs + b.interruptedMs,
    watchedMs: a.watchedMs + b.watchedMs,
    degradedMs: a.degradedMs + b.degradedMs,
    peakViewers: Math.max(a.peakViewers, b.peakViewers),
    viewerMs: a.viewerMs + b.viewerMs,
    viewerMsAtRisk: a.viewerMsAtRisk + b.viewerMsAtRisk,
    inByteMs: a.inByteMs + b.inByteMs,
    inKnownMs: a.inKnownMs + b.inKnownMs,
  };
}

/** One publishing of a stream, from the first to the last time that it was seen. Times are Unix ms. */
export interface SessionIdentity {
  readonly application: string;
  readonly streamKey: string;
  /** The server's `startTime`, or when it was first seen. */
  readonly publishedAt: number;
  readonly seenAt: number;
  readonly endedAt: number | undefined;
}

/** A session with its figures in a period. */
export type StreamSession = SessionIdentity & SessionFigures;

/** The figures of a session in (hour, hour + 1 h], Unix ms. */
export interface SessionHour {
  readonly hour: number;
  readonly figures: SessionFigures;
}

/** A session that may continue, with the figures of its newest hour. */
export interface OpenSession extends SessionIdentity, SessionHour {
  /** Start of the current publishing: later than `publishedAt` after an interruption. */
  readonly startTime: number | undefined;
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

/** One sample per stream, summed over its copies on several servers. */
export function samplesOf(streams: Iterable<Stream>): ReadonlyMap<string, StreamSample> {
  const samples = new Map<string, StreamSample>();
  for (const [name, copies] of Map.groupBy(streams, streamName)) {
    const [{ application, streamKey }] = copies as [Stream];
    const { startTime, viewers, health, inBandwidth } = sumCopies(copies);
    samples.set(name, {
      application: application ?? '',
      streamKey,
      startTime,
      viewers,
      health,
      inBandwidth,
    });
  }
  return samples;
}

/**
 * The session after one more sample at `at` (local Unix ms), and its hours that are complete now. It is a new
 * session if there was none or it ended long ago. The same publishing is the same session, however long nothing was
 * watched. A new session counts from its start, or from the previous sweep (`sweptAt`), which did not contain it.
 */
export function continued(
  before: OpenSession | undefined,
  sample: StreamSample,
  at: number,
  sweptAt: number | undefined,
): { readonly session: OpenSession; readonly over: readonly SessionHour[] } {
  const { startTime } = sample;
  const isSame = startTime !== undefined && startTime === before?.startTime;
  const goesOn = before && (isSame || at - before.seenAt <= SAME_SESSION_MS) ? before : undefined;
  const last = goesOn ?? begun(sample, at);
  const isNew = startTime !== undefined && last.startTime !== undefined && startTime > last.startTime;
  const interrupted = isNew || (last.endedAt !== undefined && !isSame);
  const hours = createHours(last);
  let from = goesOn ? last.seenAt : Math.max(sweptAt ?? at, startTime ?? at);
  if (interrupted) {
    const back = Math.min(at, Math.max(last.seenAt, startTime ?? at));
    from = back;
    hours.add(last.seenAt, last.seenAt, () => ({ ...noFigures, interruptions: 1 }));
    hours.add(last.seenAt, back, (ms) => ({ ...noFigures, interruptedMs: ms }));
  }
  const step = Math.min(Math.max(0, at - from), LONGEST_STEP_MS);
  hours.add(at - step, at, (ms) => sampleFigures(sample, ms));
  const { newest, over } = hours;
  const going = { seenAt: at, endedAt: undefined, startTime: startTime ?? last.startTime };
  return { session: { ...last, ...newest(), ...going }, over };
}

function begun({ application, streamKey, startTime }: StreamSample, at: number): OpenSession {
  const publishedAt = startTime ?? at;
  const newest = { hour: hourOf(at), figures: noFigures };
  return { application, streamKey, publishedAt, seenAt: at, endedAt: undefined, startTime, ...newest };
}

/** Start of the hour that contains a time: periods are (from, to]. */
export function hourOf(at: number): number {
  return (Math.ceil(at / HOUR_MS) - 1) * HOUR_MS;
}

/** Adds figures to a session hour by hour. */
function createHours({ hour, figures }: SessionHour) {
  let newest: SessionHour = { hour, figures };
  const over: SessionHour[] = [];
  const put = (at: number, more: SessionFigures) => {
    // A clock that was set back does not reopen an hour that is complete.
    const next = Math.max(newest.hour, at);
    if (next > newest.hour) {
      over.push(newest);
      newest = { hour: next, figures: more };
    } else newest = { hour: next, figures: addFigures(newest.figures, more) };
  };
  return {
    /** Splits (from, to] by the hour and adds the figures of each part; `part` receives its length, ms. */
    add(from: number, to: number, part: (ms: number) => SessionFigures) {
      let start = from;
      for (let end = hourOf(from + 1) + HOUR_MS; end < to; end += HOUR_MS) {
        put(end - HOUR_MS, part(end - start));
        start = end;
      }
      put(hourOf(to), part(to - start));
    },
    newest: () => newest,
    over,
  };
}

function sampleFigures({ viewers = 0, health, inBandwidth }: StreamSample, ms: number): SessionFigures {
  return {
    ...noFigures,
    watchedMs: ms,
    degradedMs: health !== undefined && health < DEGRADED_BELOW ? ms : 0,
    peakViewers: viewers,
    viewerMs: viewers * ms,
    viewerMsAtRisk: health === undefined ? 0 : viewers * (1 - health / 100) * ms,
    inByteMs: (inBandwidth ?? 0) * ms,
    inKnownMs: inBandwidth === undefined ? 0 : ms,
  };
}
