import { MINUTE_MS } from '../../base/durations.ts';
import { streamName } from '../../cluster/figures.ts';
import type { Period } from '../samples/range.ts';
import type { StreamSession } from './stream-sessions.ts';

/**
 * Figures of one stream in a period, or of all streams of an application, over all their sessions. Times are ms,
 * shares 0 to 1; undefined if unknown.
 */
export interface StreamPeriod {
  readonly application: string;
  /** Undefined for the sum of an application. */
  readonly streamKey: string | undefined;
  readonly streams: number;
  readonly sessions: number;
  readonly interruptions: number;
  /** From the start of the first publishing to the end of each session. */
  readonly publishedMs: number;
  readonly interruptedMs: number;
  /** Time in which castwatch watched it. */
  readonly watchedMs: number;
  /** Share of the watched time without interruptions. Time that was not watched is excluded. */
  readonly available: number | undefined;
  readonly degradedMs: number;
  /** Undefined for an application: the peaks of its streams may have been at different times. */
  readonly peakViewers: number | undefined;
  readonly meanViewers: number | undefined;
  readonly viewerMinutes: number;
  readonly viewerMinutesAtRisk: number;
  /** Mean incoming bandwidth, bytes per second. */
  readonly meanIn: number | undefined;
}

/** Figures in a period: by stream, and by application; those with the most viewer minutes at risk first. */
export interface SessionPeriods {
  readonly period: Period;
  readonly streams: readonly StreamPeriod[];
  readonly applications: readonly StreamPeriod[];
}

/** The figures of `sessions` in the period. */
export function sessionPeriods(sessions: readonly StreamSession[], period: Period): SessionPeriods {
  const by = (nameOf: (session: StreamSession) => string) =>
    [...Map.groupBy(sessions, nameOf).values()].map((own) => periodOf(own, period)).sort(byRisk);
  return {
    period,
    streams: by(streamName),
    applications: by(({ application }) => application).map(
      (sum): StreamPeriod => ({ ...sum, streamKey: undefined, peakViewers: undefined }),
    ),
  };
}

function byRisk(a: StreamPeriod, b: StreamPeriod): number {
  return (
    b.viewerMinutesAtRisk - a.viewerMinutesAtRisk ||
    b.interruptions - a.interruptions ||
    b.viewerMinutes - a.viewerMinutes
  );
}

/** Totals over all periods, as a service level agreement needs them. */
export function sumPeriods(
  periods: readonly StreamPeriod[],
): Pick<StreamPeriod, 'sessions' | 'interruptions' | 'available'> {
  const sum = (of: (period: StreamPeriod) => number) => periods.reduce((total, each) => total + of(each), 0);
  return {
    sessions: sum(({ sessions }) => sessions),
    interruptions: sum(({ interruptions }) => interruptions),
    available: availableOf(
      sum(({ watchedMs }) => watchedMs),
      sum(({ interruptedMs }) => interruptedMs),
    ),
  };
}

function availableOf(watchedMs: number, interruptedMs: number): number | undefined {
  return watchedMs === 0 ? undefined : watchedMs / (watchedMs + interruptedMs);
}

function periodOf(sessions: readonly StreamSession[], { from, to }: Period): StreamPeriod {
  const sum = (of: (session: StreamSession) => number) =>
    sessions.reduce((total, each) => total + of(each), 0);
  const publishedMs = sum(({ publishedAt, seenAt, endedAt }) =>
    Math.max(0, Math.min(to, endedAt ?? seenAt) - Math.max(from, publishedAt)),
  );
  const interruptedMs = sum((session) => session.interruptedMs);
  const watchedMs = sum((session) => session.watchedMs);
  const inKnownMs = sum((session) => session.inKnownMs);
  return {
    application: sessions[0]?.application ?? '',
    streamKey: sessions[0]?.streamKey,
    streams: new Set(sessions.map(streamName)).size,
    sessions: sessions.length,
    interruptions: sum((session) => session.interruptions),
    publishedMs,
    interruptedMs,
    watchedMs,
    available: availableOf(watchedMs, interruptedMs),
    degradedMs: sum((session) => session.degradedMs),
    peakViewers: Math.max(0, ...sessions.map(({ peakViewers }) => peakViewers)),
    meanViewers: watchedMs === 0 ? undefined : sum((session) => session.viewerMs) / watchedMs,
    viewerMinutes: sum((session) => session.viewerMs) / MINUTE_MS,
    viewerMinutesAtRisk: sum((session) => session.viewerMsAtRisk) / MINUTE_MS,
    meanIn: inKnownMs === 0 ? undefined : sum((session) => session.inByteMs) / inKnownMs,
  };
}
