import { expect, test } from 'vitest';
import { sessionPeriods } from '../../../src/history/sessions/availability.ts';
import { createStreamSessionStore } from '../../../src/history/sessions/session-store.ts';
import {
  type StreamSample,
  type StreamSession,
  samplesOf,
} from '../../../src/history/sessions/stream-sessions.ts';
import { openTestHistory } from '../rig.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = 1_700_000_000_000;
const sample = (patch: Partial<StreamSample> = {}): StreamSample => ({
  application: 'live',
  streamKey: 'one',
  startTime: START,
  viewers: 10,
  health: 100,
  inBandwidth: 500,
  ...patch,
});
const sweep = (...samples: StreamSample[]) =>
  new Map(samples.map((each) => [`${each.application}/${each.streamKey}`, each]));

async function store() {
  const db = await openTestHistory();
  return { db, sessions: createStreamSessionStore(db) };
}

test('minutes, viewers and risk are summed over the watched time', async () => {
  const { db, sessions } = await store();
  sessions.sweep(sweep(sample()), START, true);
  sessions.sweep(sweep(sample({ viewers: 20, health: 50 })), START + MINUTE, true);
  // Nobody watched for an hour: the time between is unknown.
  sessions.sweep(sweep(sample({ viewers: 30 })), START + 9 * MINUTE, true);
  const [session] = await sessions.read(0, START + 60 * MINUTE);
  expect(session).toMatchObject({
    publishedAt: START,
    interruptions: 0,
    watchedMs: 4 * MINUTE,
    degradedMs: MINUTE,
    peakViewers: 30,
    viewerMs: (20 + 30 * 3) * MINUTE,
    viewerMsAtRisk: 10 * MINUTE,
  });
  expect(session?.endedAt).toBeUndefined();
  db.close();
});

test('a publisher that returns soon was interrupted; later it starts a new session', async () => {
  const { db, sessions } = await store();
  sessions.sweep(sweep(sample()), START, true);
  sessions.sweep(sweep(), START + MINUTE, true);
  sessions.sweep(sweep(sample({ startTime: START + 90_000 })), START + 2 * MINUTE, true);
  sessions.sweep(sweep(), START + 3 * MINUTE, true);
  sessions.sweep(sweep(), START + 30 * MINUTE, true);
  sessions.sweep(sweep(sample({ startTime: START + 40 * MINUTE })), START + 40 * MINUTE, true);
  const read = await sessions.read(0, START + 60 * MINUTE);
  expect(
    read.map(({ interruptions, interruptedMs, endedAt }) => [interruptions, interruptedMs, endedAt]),
  ).toEqual([
    [1, 90_000, START + 3 * MINUTE],
    [0, 0, undefined],
  ]);
  db.close();
});

test('a session continues across a restart of castwatch', async () => {
  const { db, sessions } = await store();
  sessions.sweep(sweep(sample()), START, true);
  const later = createStreamSessionStore(db);
  later.sweep(sweep(sample({ viewers: 40 })), START + MINUTE, true);
  const read = await later.read(0, START + 60 * MINUTE);
  expect(read).toHaveLength(1);
  expect(read[0]).toMatchObject({ watchedMs: MINUTE, peakViewers: 40 });
  db.close();
});

test('a period that contains part of a session gets its share, to the hour', async () => {
  const { db, sessions } = await store();
  const hour = Math.ceil(START / HOUR) * HOUR;
  // Minute by minute over three hours, with other viewers in each hour.
  for (let at = hour; at <= hour + 3 * HOUR; at += MINUTE) {
    const viewers = [10, 20, 30][Math.floor((at - hour - 1) / HOUR)] ?? 10;
    const health = at === hour + 90 * MINUTE ? 50 : 100;
    sessions.sweep(sweep(sample({ startTime: hour, viewers, health })), at, true);
  }
  const [middle] = await sessions.read(hour + HOUR, hour + 2 * HOUR);
  expect(middle).toMatchObject({ watchedMs: HOUR, viewerMs: 20 * HOUR, peakViewers: 20, degradedMs: MINUTE });
  const [whole] = await sessions.read(hour, hour + 3 * HOUR);
  expect(whole).toMatchObject({ watchedMs: 3 * HOUR, viewerMs: 60 * HOUR, peakViewers: 30 });
  const { streams } = sessionPeriods([middle as StreamSession], { from: hour + HOUR, to: hour + 2 * HOUR });
  expect(streams[0]).toMatchObject({ publishedMs: HOUR, available: 1, viewerMinutes: 1_200 });
  db.close();
});

test('a session keeps its figures when nothing was watched for long', async () => {
  const { db, sessions } = await store();
  sessions.sweep(sweep(sample()), START, true);
  sessions.sweep(sweep(sample()), START + MINUTE, true);
  const later = createStreamSessionStore(db);
  later.sweep(sweep(sample({ viewers: 1 })), START + 5 * HOUR, true);
  later.sweep(sweep(sample({ viewers: 1, startTime: START + 6 * HOUR })), START + 7 * HOUR, true);
  const read = await later.read(START - HOUR, START + 8 * HOUR);
  expect(read.map(({ watchedMs, interruptions, endedAt }) => [watchedMs, interruptions, endedAt])).toEqual([
    [MINUTE + 3 * MINUTE, 0, START + 5 * HOUR],
    // It began while it was watched.
    [3 * MINUTE, 0, undefined],
  ]);
  db.close();
});

test('an incomplete sweep ends no session', async () => {
  const { db, sessions } = await store();
  sessions.sweep(sweep(sample()), START, true);
  sessions.sweep(sweep(), START + MINUTE, false);
  expect((await sessions.read(0, START + MINUTE))[0]?.endedAt).toBeUndefined();
  db.close();
});

test('copies of a stream are one session: viewers are summed, and the worst health counts', () => {
  const copy = {
    id: 'a',
    application: 'live',
    streamKey: 'one',
    viewerCount: 5,
    healthScore: 90,
    startTime: 7,
  };
  const edge = { ...copy, id: 'b', viewerCount: 8, healthScore: 40, startTime: 9 };
  expect(samplesOf([copy, edge]).get('live/one')).toMatchObject({ viewers: 13, health: 40, startTime: 7 });
});

test('a publisher that restarted between two sweeps was interrupted, though no sweep missed it', async () => {
  const { db, sessions } = await store();
  sessions.sweep(sweep(sample()), START, true);
  sessions.sweep(sweep(sample({ startTime: START + 40_000 })), START + MINUTE, true);
  const [session] = await sessions.read(0, START + HOUR);
  expect(session).toMatchObject({ interruptions: 1, interruptedMs: 40_000, watchedMs: 20_000 });
  db.close();
});

test('a value missing in a sample adds no risk, no degraded time and no bandwidth of 0', async () => {
  const { db, sessions } = await store();
  sessions.sweep(sweep(sample()), START, true);
  sessions.sweep(sweep(sample({ health: undefined, inBandwidth: undefined })), START + MINUTE, true);
  sessions.sweep(sweep(sample({ health: 75, inBandwidth: 300 })), START + 2 * MINUTE, true);
  sessions.sweep(sweep(sample({ health: 74.9, viewers: undefined })), START + 3 * MINUTE, true);
  const [session] = await sessions.read(0, START + HOUR);
  expect(session).toMatchObject({
    watchedMs: 3 * MINUTE,
    degradedMs: MINUTE,
    viewerMs: 20 * MINUTE,
    viewerMsAtRisk: 2.5 * MINUTE,
    inKnownMs: 2 * MINUTE,
    inByteMs: 800 * MINUTE,
  });
  db.close();
});
