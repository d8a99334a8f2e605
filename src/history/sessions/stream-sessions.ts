import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import { tableKeys, tableOf } from '../../base/table.ts';
import { streamName, sumCopies, sumKnown } from '../../cluster/figures.ts';
import { hasOwnId, type Stream } from '../../protocol/stream.ts';
import { exactAtRisk, isPublished, isUnhealthy } from '../../triage/stream-health.ts';
import { type Period, without } from '../samples/range.ts';
import type { Absence } from './absences.ts';

/** A stream that comes back within this time was interrupted; after that it is a new session. */
export const SAME_SESSION_MS = 10 * MINUTE_MS;
/** A sample counts for at most this time, so that time that was not watched is not included. */
const LONGEST_STEP_MS = 3 * MINUTE_MS;
/** Below this score a stream is degraded, as in the list of unhealthy streams. */
const DEGRADED_BELOW = 75;

/** Figures of a session in a period. All except the peak can be added over periods. */
export const noFigures = {
  /** Of histories without rows of absences: how often it was published again, and the time in between, ms. */
  interruptions: 0,
  interruptedMs: 0,
  /** Watched time, and the part of it in which it was unhealthy or silent, as on the screens, ms. */
  watchedMs: 0,
  degradedMs: 0,
  peakViewers: 0,
  /** Viewers × ms, and of it viewers at risk × ms. */
  viewerMs: 0,
  viewerMsAtRisk: 0,
  /** Incoming bytes per second × ms, and the ms for which it is known. */
  inByteMs: 0,
  inKnownMs: 0,
  /** How far the figures may be from the truth, because a change lies between two sweeps: ± this. */
  degradedSpreadMs: 0,
  viewerSpreadMs: 0,
  riskSpreadMs: 0,
};
/** In the order in which they are stored. New ones are only added at the end. */
export const figureNames = tableKeys(noFigures);
export type SessionFigures = Readonly<typeof noFigures>;

export function addFigures(a: SessionFigures, b: SessionFigures): SessionFigures {
  const sums = tableOf(figureNames, (name) => a[name] + b[name]);
  return { ...sums, peakViewers: Math.max(a.peakViewers, b.peakViewers) };
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

/** A session with its figures in a period, its newest publishing, and what the last sweep read of it. */
export interface StreamSession extends SessionIdentity, SessionFigures {
  /** By the server's clock: later than `publishedAt` after an interruption. */
  readonly startTime?: number | undefined;
  readonly last?: Reading | undefined;
}

/** The figures of a session in (hour, hour + 1 h], Unix ms. */
export interface SessionHour {
  readonly hour: number;
  readonly figures: SessionFigures;
}

/** A session that may continue, with the figures of its newest hour. */
export interface OpenSession extends SessionIdentity, SessionHour {
  /** Start of the current publishing by the server's clock: later than `publishedAt` after an interruption. */
  readonly startTime: number | undefined;
  readonly last?: Reading | undefined;
  /** The server's id of the stream, if it gives it one. */
  readonly streamId?: string | undefined;
}

/** What a sweep read of a stream: viewers, those at risk, and 1 if it was unhealthy or silent. */
export interface Reading {
  readonly viewers: number;
  readonly atRisk: number;
  readonly degraded: number;
}

const noReading: Reading = { viewers: 0, atRisk: 0, degraded: 0 };

/** A stream's figures now, summed over its copies. */
export interface StreamSample {
  readonly application: string;
  readonly streamKey: string;
  /** Of one of its copies, if the server gives it one. */
  readonly streamId?: string | undefined;
  readonly startTime: number | undefined;
  readonly viewers: number | undefined;
  readonly atRisk: number | undefined;
  readonly isDegraded: boolean;
  readonly inBandwidth: number | undefined;
}

/** One sample per published stream, summed over its copies on several servers. */
export function samplesOf(streams: Iterable<Stream>): ReadonlyMap<string, StreamSample> {
  const samples = new Map<string, StreamSample>();
  for (const [name, copies] of Map.groupBy([...streams].filter(isPublished), streamName)) {
    const [copy] = copies as [Stream];
    const { application, streamKey } = copy;
    const { startTime, viewers, inBandwidth } = sumCopies(copies);
    samples.set(name, {
      application: application ?? '',
      streamKey,
      streamId: hasOwnId(copy) ? copy.id : undefined,
      startTime,
      viewers,
      atRisk: sumKnown(copies.map(exactAtRisk)),
      isDegraded: copies.some((copy) => isUnhealthy(copy, DEGRADED_BELOW)),
      inBandwidth,
    });
  }
  return samples;
}

/** What is known around a sweep. `sweptAt`: the sweep before. Times are Unix ms. */
export interface SweepContext {
  readonly at: number;
  readonly sweptAt: number | undefined;
  /** The server's clock minus ours, ms. */
  readonly skew: number;
  /** Absences of this stream since the session was last seen. */
  readonly absences: readonly Absence[];
  /** Before this it had another key. */
  readonly renamedAt?: number | undefined;
  /** Times since the session was last seen in which nobody watched, oldest first. */
  readonly unwatched: readonly Period[];
}

/**
 * The session after one more sample, and its hours that are complete now. It is a new session if there was none or it
 * ended long ago. The same publishing is the same session, however long nothing was watched. A new session counts from
 * its start, or from the previous sweep, which did not contain it. Between two sweeps a figure lies between both
 * readings.
 */
export function continued(earlier: OpenSession | undefined, sample: StreamSample, context: SweepContext) {
  const { at, sweptAt, skew, absences, renamedAt = Number.NEGATIVE_INFINITY } = context;
  const { application, streamKey, streamId, startTime, viewers = 0, atRisk = 0 } = sample;
  const startedAt = startTime === undefined ? undefined : Math.max(startTime - skew, renamedAt);
  const isSame = startTime !== undefined && startTime === earlier?.startTime;
  const goesOn = earlier && (isSame || at - earlier.seenAt <= SAME_SESSION_MS) ? earlier : undefined;
  const fresh = { application, streamKey, startTime, seenAt: at, endedAt: undefined, figures: noFigures };
  const publishedAt = Math.round(startedAt ?? at);
  const last: OpenSession = goesOn ?? { ...fresh, publishedAt, hour: hourOf(at) };
  const now: Reading = { viewers, atRisk, degraded: sample.isDegraded ? 1 : 0 };
  const hours = createHours(last);
  const back = absences.at(-1)?.ended;
  // The time up to its end was counted when a sweep missed it.
  const returned = last.endedAt === undefined ? undefined : middle(back ?? { from: last.endedAt, to: at });
  const from = goesOn ? Math.max(last.seenAt, returned ?? 0) : Math.max(sweptAt ?? at, startedAt ?? at);
  const gap = Math.max(0, at - from);
  const whole = timeIn(context, from, at);
  const isContinuous = goesOn !== undefined && returned === undefined && whole.watched <= LONGEST_STEP_MS;
  const step = isContinuous ? gap : Math.min(gap, LONGEST_STEP_MS);
  const { watched, away, unsure } = isContinuous
    ? whole
    : timeIn({ ...context, absences: [] }, at - step, at);
  const share =
    step === 0 ? { present: 0, unsure: 0 } : { present: (watched - away) / step, unsure: unsure / step };
  // When it was published again, or for the first time, its viewers came one after another.
  const isBack = returned !== undefined || (!goesOn && startedAt !== undefined && startedAt >= from);
  const before = isBack ? { ...now, viewers: 0, atRisk: 0 } : last.last;
  const readings = [before ?? now, now] as const;
  const { last: then, seenAt, endedAt: gone = seenAt } = last;
  if (back && then && gone > seenAt) {
    // Until it was gone it counted as `then`. It may have been on the way to what it is now.
    const tail = timeIn(context, seenAt, gone);
    const present = (tail.watched - tail.away) / (gone - seenAt);
    const change = tableOf(tableKeys(now), (name) => now[name] - then[name]);
    hours.add(seenAt, gone, (ms) => ({
      ...figuresBetween([noReading, change], { present, unsure: 0 }, ms),
      watchedMs: 0,
    }));
  }
  hours.add(at - step, at, (ms) => ({
    ...figuresBetween(readings, share, ms),
    peakViewers: now.viewers,
    inByteMs: (sample.inBandwidth ?? 0) * share.present * ms,
    inKnownMs: sample.inBandwidth === undefined ? 0 : share.present * ms,
  }));
  const { newest, over } = hours;
  const going = {
    seenAt: at,
    endedAt: undefined,
    startTime: startTime ?? last.startTime,
    last: now,
    streamId,
  };
  return { session: { ...last, ...newest(), ...going }, over };
}

/** The session after a sweep without it: its last reading holds until its absence began. */
export function left(session: OpenSession, context: SweepContext) {
  const hours = createHours(session);
  const { at } = context;
  const { seenAt } = session;
  const whole = timeIn(context, seenAt, at);
  const step = whole.watched <= LONGEST_STEP_MS ? at - seenAt : LONGEST_STEP_MS;
  const { watched, away, unsure } = timeIn(context, seenAt, seenAt + step);
  const present = Math.max(0, watched - away);
  if (session.last && step > 0) {
    const away = context.absences.at(-1);
    // On other applications it goes on, and nothing says when it left this one.
    const isElsewhere = away === undefined || away.ended !== undefined;
    const readings = [session.last, isElsewhere ? noReading : session.last] as const;
    const share = { present: 1, unsure: present === 0 ? 0 : unsure / present };
    hours.add(seenAt, seenAt + present, (ms) => figuresBetween(readings, share, ms));
  }
  const gone = Math.max(seenAt, context.absences.at(-1)?.began.to ?? at);
  const endedAt = at - seenAt > SAME_SESSION_MS ? seenAt : gone;
  const { newest, over } = hours;
  return { session: { ...session, ...newest(), endedAt: Math.round(endedAt) }, over };
}

/**
 * The figures with the time after its last sweep, until `end` (Unix ms), in which the last reading holds. `presentIn` gives the
 * time in which it was published, ms, and how far that may be from the truth.
 */
export function heldUntil(
  session: StreamSession,
  end: number,
  presentIn: (from: number, to: number) => { readonly present: number; readonly unsure: number },
): StreamSession {
  const { seenAt, endedAt, last } = session;
  const to = Math.min(end, seenAt + LONGEST_STEP_MS);
  if (endedAt !== undefined || !last || to <= seenAt) return session;
  const { present, unsure } = presentIn(seenAt, to);
  const ms = to - seenAt;
  const more = figuresBetween([last, last], { present: present / ms, unsure: unsure / ms }, ms);
  return { ...session, ...addFigures(session, present > 0 ? more : noFigures) };
}

/** Of (from, to], ms: what was watched, the likely time of absences in it, and how far that may be from the truth. */
function timeIn(
  { absences, unwatched }: Pick<SweepContext, 'absences' | 'unwatched'>,
  from: number,
  to: number,
) {
  let [watched, sure, most] = [0, 0, 0];
  for (const part of from < to ? without({ from, to }, unwatched) : []) {
    watched += part.to - part.from;
    for (const { began, ended } of absences) {
      sure += Math.max(0, Math.min(part.to, ended?.from ?? to) - Math.max(part.from, began.to));
      most += Math.max(0, Math.min(part.to, ended?.to ?? to) - Math.max(part.from, began.from));
    }
  }
  return { watched, away: (sure + most) / 2, unsure: (most - sure) / 2 };
}

const middle = ({ from, to }: Period): number => (from + to) / 2;

/** Figures of `ms` between two readings, of which it was published in a share of `present`, give or take `unsure`. */
function figuresBetween(
  [a, b]: readonly [Reading, Reading],
  { present, unsure }: { readonly present: number; readonly unsure: number },
  ms: number,
): SessionFigures {
  const mean = (of: (reading: Reading) => number) => ((of(a) + of(b)) / 2) * present * ms;
  const spread = (of: (reading: Reading) => number) =>
    (Math.abs(of(a) - of(b)) / 2) * present * ms + Math.max(of(a), of(b)) * unsure * ms;
  return {
    ...noFigures,
    watchedMs: present * ms,
    degradedMs: mean(({ degraded }) => degraded),
    peakViewers: Math.max(a.viewers, b.viewers),
    viewerMs: mean(({ viewers }) => viewers),
    viewerMsAtRisk: mean(({ atRisk }) => atRisk),
    degradedSpreadMs: spread(({ degraded }) => degraded),
    viewerSpreadMs: spread(({ viewers }) => viewers),
    riskSpreadMs: spread(({ atRisk }) => atRisk),
  };
}

/**
 * Start of the local hour that contains a time: periods are (from, to]. In zones with half hours it is not one of UTC.
 * `start` is the start of any other hour.
 */
export function hourOf(at: number, start = new Date(at).getTimezoneOffset() * MINUTE_MS): number {
  return (Math.ceil((at - start) / HOUR_MS) - 1) * HOUR_MS + start;
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
      for (let end = hourOf(from + 1) + HOUR_MS; end < to; end = hourOf(start + 1) + HOUR_MS) {
        put(hourOf(end), part(end - start));
        start = end;
      }
      put(hourOf(to), part(to - start));
    },
    newest: () => newest,
    over,
  };
}
