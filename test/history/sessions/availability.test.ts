import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/base/durations.ts';
import { type StreamPeriod, sessionPeriods, sumPeriods } from '../../../src/history/sessions/availability.ts';
import { noFigures, type StreamSession } from '../../../src/history/sessions/stream-sessions.ts';

const START = Date.UTC(2026, 9, 24, 12);
const hour = { from: START, to: START + HOUR_MS };

function session(changes: Partial<StreamSession> = {}): StreamSession {
  return {
    ...noFigures,
    application: 'live',
    streamKey: 'one',
    publishedAt: START,
    seenAt: START + HOUR_MS,
    endedAt: undefined,
    ...changes,
  };
}

const only = (...sessions: StreamSession[]): StreamPeriod | undefined =>
  sessionPeriods(sessions, hour).streams[0];

test('sessions of one stream share a row with sums, the greatest peak, and means over the known time', () => {
  const first = session({
    seenAt: START + 20 * MINUTE_MS,
    endedAt: START + 20 * MINUTE_MS,
    interruptions: 1,
    interruptedMs: 2 * MINUTE_MS,
    watchedMs: 18 * MINUTE_MS,
    degradedMs: MINUTE_MS,
    peakViewers: 90,
    viewerMs: 18 * MINUTE_MS * 50,
    viewerMsAtRisk: 3 * MINUTE_MS,
    inByteMs: 18 * MINUTE_MS * 1_000,
    inKnownMs: 18 * MINUTE_MS,
  });
  const second = session({
    publishedAt: START + 30 * MINUTE_MS,
    interruptions: 2,
    interruptedMs: 4 * MINUTE_MS,
    watchedMs: 6 * MINUTE_MS,
    degradedMs: 2 * MINUTE_MS,
    peakViewers: 70,
    viewerMs: 6 * MINUTE_MS * 10,
    viewerMsAtRisk: MINUTE_MS,
    inByteMs: 2 * MINUTE_MS * 5_000,
    inKnownMs: 2 * MINUTE_MS,
  });
  expect(sessionPeriods([first, second], hour)).toEqual({
    period: hour,
    streams: [
      {
        application: 'live',
        streamKey: 'one',
        streams: 1,
        sessions: 2,
        interruptions: 3,
        publishedMs: 50 * MINUTE_MS,
        interruptedMs: 6 * MINUTE_MS,
        watchedMs: 24 * MINUTE_MS,
        available: 0.8,
        degradedMs: 3 * MINUTE_MS,
        peakViewers: 90,
        meanViewers: 40,
        viewerMinutes: 960,
        viewerMinutesAtRisk: 4,
        meanIn: 1_400,
      },
    ],
    applications: [expect.objectContaining({ streamKey: undefined, peakViewers: undefined, sessions: 2 })],
  });
});

test('without known time, availability and means are unknown instead of 0', () => {
  expect(only(session())).toMatchObject({
    available: undefined,
    meanViewers: undefined,
    meanIn: undefined,
    peakViewers: 0,
    viewerMinutes: 0,
  });
});

test.each([
  ['whole', {}, 60],
  ['begun before', { publishedAt: START - HOUR_MS }, 60],
  ['seen after', { seenAt: START + 2 * HOUR_MS }, 60],
  ['begun within', { publishedAt: START + 45 * MINUTE_MS }, 15],
  ['ended before it was seen last', { endedAt: START + 10 * MINUTE_MS }, 10],
  ['only seen', { seenAt: START + 20 * MINUTE_MS }, 20],
  ['after the period', { publishedAt: START + 2 * HOUR_MS, seenAt: START + 3 * HOUR_MS }, 0],
])('only the published time within the period counts: %s', (_what, changes, minutes) => {
  expect(only(session(changes))?.publishedMs).toBe(minutes * MINUTE_MS);
});

test('an application sums its streams, and a stream of the same key in another application is another stream', () => {
  const { streams, applications } = sessionPeriods(
    [
      session({ streamKey: 'one' }),
      session({ streamKey: 'one', publishedAt: START + MINUTE_MS }),
      session({ streamKey: 'two' }),
      session({ application: 'other', streamKey: 'one' }),
    ],
    hour,
  );
  expect(streams.map((row) => [row.application, row.streamKey, row.sessions])).toEqual([
    ['live', 'one', 2],
    ['live', 'two', 1],
    ['other', 'one', 1],
  ]);
  expect(applications.map((row) => [row.application, row.streams, row.sessions])).toEqual([
    ['live', 2, 3],
    ['other', 1, 1],
  ]);
});

test('the most viewer minutes at risk come first, then the most interruptions, then the most viewer minutes', () => {
  const rows = sessionPeriods(
    [
      session({ streamKey: 'watched', viewerMs: 10 * MINUTE_MS }),
      session({ streamKey: 'hardly watched', viewerMs: MINUTE_MS }),
      session({ streamKey: 'at risk', viewerMsAtRisk: 5 }),
      session({ streamKey: 'interrupted', interruptions: 1 }),
      session({ streamKey: 'more at risk', viewerMsAtRisk: 9 }),
    ],
    hour,
  ).streams.map(({ streamKey }) => streamKey);
  expect(rows).toEqual(['more at risk', 'at risk', 'interrupted', 'watched', 'hardly watched']);
});

test('the availability of all weighs each stream by its known time', () => {
  const rows = sessionPeriods(
    [
      session({ streamKey: 'one', watchedMs: 9 * MINUTE_MS, interruptedMs: MINUTE_MS, interruptions: 1 }),
      session({ streamKey: 'two', watchedMs: 90 * MINUTE_MS, interruptions: 2 }),
    ],
    hour,
  ).streams;
  expect(sumPeriods(rows)).toEqual({ sessions: 2, interruptions: 3, available: 0.99 });
  expect(sumPeriods([])).toEqual({ sessions: 0, interruptions: 0, available: undefined });
});
