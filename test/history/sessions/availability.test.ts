import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/base/durations.ts';
import type { Absence } from '../../../src/history/sessions/absences.ts';
import {
  noPeriodData,
  type PeriodData,
  type StreamPeriod,
  sessionPeriods,
  sumPeriods,
} from '../../../src/history/sessions/availability.ts';
import { noFigures, type StreamSession } from '../../../src/history/sessions/stream-sessions.ts';
import { samplePeriod } from '../../support/sample-period.ts';

const START = Date.UTC(2026, 9, 24, 12);
const hour = { from: START, to: START + HOUR_MS };
const minutes = (from: number, to = from) => ({ from: START + from * MINUTE_MS, to: START + to * MINUTE_MS });

function session(changes: Partial<StreamSession> = {}): StreamSession {
  const times = { publishedAt: START - HOUR_MS, seenAt: START + HOUR_MS, endedAt: undefined };
  return { ...noFigures, application: 'live', streamKey: 'one', ...times, ...changes };
}

function absence(changes: Partial<Absence>): Absence {
  const times = { began: minutes(30), ended: minutes(36) };
  return { streamKey: 'one', application: 'live', ...times, isClean: false, ...changes };
}

const told = (data: Partial<PeriodData>) =>
  sessionPeriods({ ...noPeriodData, watched: [hour], ...data }, hour);
const only = (data: Partial<PeriodData>): StreamPeriod | undefined =>
  told({ sessions: [session()], ...data }).streams[0];

test('copies of a stream share a row with sums, the least of the peak, and means over the time available', () => {
  const known = { inByteMs: 1_000 * HOUR_MS, inKnownMs: HOUR_MS };
  const origin = session({ peakViewers: 90, viewerMs: 40 * HOUR_MS, ...known });
  const sick = { application: 'edge', degradedMs: MINUTE_MS };
  const edge = session({ peakViewers: 70, viewerMs: 20 * HOUR_MS, ...sick });
  const available = { downMs: 6 * MINUTE_MS, available: { least: 0.9, most: 0.9 } };
  const viewers = { peakViewers: 90, meanViewers: 3_600 / 54, viewerMinutes: 3_600 };
  const both = { ...available, ...viewers, degradedMs: MINUTE_MS, meanIn: 1_000 };
  expect(told({ sessions: [edge, origin], absences: [absence({})] }).streams).toEqual([
    samplePeriod('one', { copies: ['edge', 'live'], interruptions: 1, availableMs: 54 * MINUTE_MS, ...both }),
  ]);
});

test.each<[string, Partial<PeriodData>, Partial<StreamPeriod>]>([
  [
    'nothing was watched',
    { watched: [] },
    { available: undefined, meanViewers: undefined, unwatchedMs: HOUR_MS },
  ],
  [
    'an absence between sweeps',
    { absences: [absence({ began: minutes(30, 36) })] },
    { downMs: 3 * MINUTE_MS, available: { least: 0.9, most: 1 }, interruptions: 1 },
  ],
  [
    'an absence that lasts',
    { absences: [absence({ ended: undefined })] },
    { downMs: 30 * MINUTE_MS, available: { least: 0.5, most: 0.5 }, sessions: 1 },
  ],
  [
    'an absence from before the period',
    { absences: [absence({ began: minutes(-30), ended: minutes(15) })] },
    { downMs: 15 * MINUTE_MS, interruptions: 0, available: { least: 0.75, most: 0.75 } },
  ],
  [
    'ended by its publisher',
    { absences: [absence({ ended: undefined, isClean: true })] },
    { downMs: 0, absentMs: 30 * MINUTE_MS, available: { least: 1, most: 1 }, interruptions: 0 },
  ],
  [
    'away while nobody watched',
    { absences: [absence({})], watched: [minutes(0, 30), minutes(40, 60)] },
    { downMs: 0, unwatchedMs: 10 * MINUTE_MS, interruptions: 0, available: { least: 1, most: 1 } },
  ],
  [
    'published within the period',
    { sessions: [session({ publishedAt: START + 45 * MINUTE_MS })] },
    { availableMs: 15 * MINUTE_MS, unwatchedMs: 0 },
  ],
])('time is available, down, absent or not watched: %s', (_what, data, figures) => {
  expect(only(data)).toMatchObject(figures);
});

test('a stream that is down in the whole period is a row, unless its publisher ended it', () => {
  const rows = (began: number, isClean = false) =>
    told({ absences: [absence({ began: minutes(began), ended: undefined, isClean })] }).streams.map(
      ({ streamKey, available, sessions }) => [streamKey, available?.most, sessions],
    );
  expect(rows(-60)).toEqual([['one', 0, 0]]);
  expect(rows(-60, true)).toEqual([]);
});

test('the basis is the watched time and the time of outages in it', () => {
  const basis = told({ watched: [minutes(0, 10)], outageMs: MINUTE_MS }).basis;
  expect(basis).toEqual({ watchedMs: 10 * MINUTE_MS, outageMs: MINUTE_MS });
});

test('the most viewer minutes at risk come first, then the most interruptions, then the most viewer minutes', () => {
  const sessions = [
    session({ streamKey: 'watched', viewerMs: 10 * MINUTE_MS }),
    session({ streamKey: 'hardly watched', viewerMs: MINUTE_MS }),
    session({ streamKey: 'at risk', viewerMsAtRisk: 5 }),
    session({ streamKey: 'interrupted' }),
    session({ streamKey: 'more at risk', viewerMsAtRisk: 9 }),
  ];
  const { streams } = told({ sessions, absences: [absence({ streamKey: 'interrupted' })] });
  const order = 'more at risk, at risk, interrupted, watched, hardly watched';
  expect(streams.map(({ streamKey }) => streamKey).join(', ')).toBe(order);
});

test('an application and the sum of all weigh each stream by its time', () => {
  const sessions = [
    session({ viewerMs: MINUTE_MS, peakViewers: 3 }),
    session({ streamKey: 'two', publishedAt: START + 30 * MINUTE_MS }),
    session({ streamKey: 'three', application: 'other' }),
  ];
  const { streams, applications } = told({ sessions, absences: [absence({})] });
  expect(applications.map((one) => `${one.application} ${one.streams}`)).toEqual(['live 2', 'other 1']);
  expect(applications[0]).toMatchObject({ peakViewers: undefined, interruptions: 1 });
  expect(applications[0]?.available?.most).toBeCloseTo(84 / 90, 9);
  expect(sumPeriods(streams).available?.least).toBeCloseTo(144 / 150, 9);
  expect(sumPeriods([])).toEqual({ sessions: 0, interruptions: 0, available: undefined });
});

test('interruptions of a history without rows of absences still count', () => {
  const old = session({ interruptions: 2, interruptedMs: 6 * MINUTE_MS });
  expect(only({ sessions: [old] })).toMatchObject({ interruptions: 2, available: { least: 0.9, most: 0.9 } });
});

test('a stream that is down when the period begins comes back in the same session; one that had ended begins a new one', () => {
  const away = absence({ began: minutes(-20), ended: minutes(10) });
  const longAgo = absence({ began: minutes(-20), ended: minutes(10), isClean: true });
  expect(only({ absences: [away] })).toMatchObject({ sessions: 1, interruptions: 0 });
  expect(only({ absences: [longAgo] })).toMatchObject({ sessions: 1, interruptions: 0 });
  expect(only({ absences: [longAgo, absence({ isClean: true })] })).toMatchObject({ sessions: 2 });
});
