import { DAY_MS } from './kinds.ts';
import type { StreamSession } from './stream-sessions.ts';

/** What one stream did in a period, over all its sessions. Times are ms, shares 0 to 1; undefined where not known. */
export interface StreamPeriod {
  readonly application: string;
  readonly streamKey: string;
  readonly sessions: number;
  readonly interruptions: number;
  /** From the first publishing to the last moment of each session. */
  readonly publishedMs: number;
  readonly interruptedMs: number;
  /** Time for which its figures are known. */
  readonly watchedMs: number;
  /** Share of the time known of it in which it was not interrupted: what was not watched proves nothing. */
  readonly available: number | undefined;
  readonly degradedMs: number;
  readonly peakViewers: number;
  readonly meanViewers: number | undefined;
  readonly viewerMinutes: number;
  readonly viewerMinutesAtRisk: number;
  /** Mean incoming bandwidth, bytes per second. */
  readonly meanIn: number | undefined;
}

/** Sessions summed up by stream, those with the most viewer minutes at risk first. */
export function streamPeriods(sessions: readonly StreamSession[]): readonly StreamPeriod[] {
  const streams = new Map<string, StreamSession[]>();
  for (const session of sessions) {
    const name = `${session.application}/${session.streamKey}`;
    streams.set(name, [...(streams.get(name) ?? []), session]);
  }
  return [...streams.values()]
    .map(periodOf)
    .sort(
      (a, b) =>
        b.viewerMinutesAtRisk - a.viewerMinutesAtRisk ||
        b.interruptions - a.interruptions ||
        b.viewerMinutes - a.viewerMinutes,
    );
}

/** Over all of them: what an agreement on availability is measured by. */
export function sumOf(
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

const MINUTE_MS = DAY_MS / 1_440;

function periodOf(sessions: readonly StreamSession[]): StreamPeriod {
  const sum = (of: (session: StreamSession) => number) =>
    sessions.reduce((total, each) => total + of(each), 0);
  const publishedMs = sum(({ publishedAt, seenAt, endedAt }) =>
    Math.max(0, (endedAt ?? seenAt) - publishedAt),
  );
  const interruptedMs = sum((session) => session.interruptedMs);
  const watchedMs = sum((session) => session.watchedMs);
  const inKnownMs = sum((session) => session.inKnownMs);
  return {
    application: sessions[0]?.application ?? '',
    streamKey: sessions[0]?.streamKey ?? '',
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
