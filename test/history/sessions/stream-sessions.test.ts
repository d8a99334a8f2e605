import { expect, test } from 'vitest';
import { createStreamSessionStore } from '../../../src/history/sessions/session-store.ts';
import { type StreamSample, samplesOf } from '../../../src/history/sessions/stream-sessions.ts';
import { openTestHistory } from '../rig.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = 1_700_000_000_000;
const sample = (patch: Partial<StreamSample> = {}): StreamSample => ({
  application: 'live',
  streamKey: 'one',
  startTime: START,
  viewers: 10,
  atRisk: 0,
  isDegraded: false,
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
  sessions.sweep(sweep(sample({ viewers: 20, atRisk: 10, isDegraded: true })), START + MINUTE, true);
  // No sweep could be read in five of these minutes: nothing is known of them.
  sessions.sweep(sweep(sample({ viewers: 30 })), START + 9 * MINUTE, true);
  const [session] = await sessions.read(0, START + 60 * MINUTE);
  expect(session).toMatchObject({
    publishedAt: START,
    watchedMs: 4 * MINUTE,
    // Between two sweeps a figure lies between both.
    degradedMs: MINUTE / 2,
    degradedSpreadMs: MINUTE / 2,
    peakViewers: 30,
    viewerMs: (15 + 30 * 3) * MINUTE,
    viewerSpreadMs: 5 * MINUTE,
    viewerMsAtRisk: 5 * MINUTE,
    riskSpreadMs: 5 * MINUTE,
  });
  expect(session?.endedAt).toBeUndefined();
  db.close();
});

test('a period that contains part of a session gets its share, to the hour', async () => {
  const { db, sessions } = await store();
  const hour = Math.ceil(START / HOUR) * HOUR;
  // Minute by minute over three hours, with other viewers in each hour.
  for (let at = hour; at <= hour + 3 * HOUR; at += MINUTE) {
    const viewers = [10, 20, 30][Math.floor((at - hour - 1) / HOUR)] ?? 10;
    const isDegraded = at === hour + 90 * MINUTE;
    sessions.sweep(sweep(sample({ startTime: hour, viewers, isDegraded })), at, true);
  }
  const [middle] = await sessions.read(hour + HOUR, hour + 2 * HOUR);
  expect(middle).toMatchObject({
    watchedMs: HOUR,
    viewerSpreadMs: 5 * MINUTE,
    peakViewers: 20,
    degradedMs: MINUTE,
  });
  const [whole] = await sessions.read(hour, hour + 3 * HOUR);
  expect(whole).toMatchObject({ watchedMs: 3 * HOUR, peakViewers: 30 });
  expect(Math.abs((middle?.viewerMs ?? 0) - 20 * HOUR)).toBeLessThanOrEqual(5 * MINUTE);
  db.close();
});

test('a session keeps its figures when nothing was watched for long', async () => {
  const { db, sessions } = await store();
  sessions.sweep(sweep(sample()), START, true);
  sessions.sweep(sweep(sample()), START + MINUTE, true);
  db.sql(
    "INSERT INTO gap (resource, starts_at, ends_at, reason) VALUES ('watching', ?, ?, 'NOT_WATCHED')",
  ).run(START + MINUTE, START + 5 * HOUR - 3 * MINUTE);
  const later = createStreamSessionStore(db);
  later.sweep(sweep(sample({ viewers: 1 })), START + 5 * HOUR, true);
  later.sweep(sweep(sample({ viewers: 1, startTime: START + 6 * HOUR })), START + 7 * HOUR, true);
  const read = await later.read(START - HOUR, START + 8 * HOUR);
  expect(read.map(({ watchedMs, endedAt }) => [watchedMs, endedAt])).toEqual([
    [expect.closeTo(MINUTE + 3 * MINUTE, -4), START + 5 * HOUR],
    // It began while it was watched.
    [3 * MINUTE, undefined],
  ]);
  db.close();
});

test('copies of a stream are one session: viewers and those at risk are summed, a sick copy makes it degraded', () => {
  const copy = {
    id: 'a',
    application: 'live',
    streamKey: 'one',
    viewerCount: 5,
    healthScore: 90,
    startTime: 7,
  };
  const edge = { ...copy, id: 'b', viewerCount: 8, healthScore: 40, startTime: 9 };
  expect(samplesOf([copy, edge]).get('live/one')).toMatchObject({
    viewers: 13,
    atRisk: 5.3,
    isDegraded: true,
    startTime: 7,
  });
});

test('a publisher that restarted between two sweeps was interrupted, though no sweep missed it', async () => {
  const { db, sessions } = await store();
  sessions.sweep(sweep(sample()), START, true);
  sessions.sweep(sweep(sample({ startTime: START + 40_000 })), START + MINUTE, true);
  const [session] = await sessions.read(0, START + HOUR);
  // It ended at some time in the 40 s before it began again.
  expect(session).toMatchObject({ watchedMs: 40_000, viewerSpreadMs: expect.closeTo(10 * 20_000, 3) });
  expect(sessions.absences(0, START + HOUR)).toMatchObject([
    { began: { from: START, to: START + 40_000 }, ended: { from: START + 40_000, to: START + 40_000 } },
  ]);
  db.close();
});

test('a value missing in a sample adds no risk and no bandwidth of 0', async () => {
  const { db, sessions } = await store();
  sessions.sweep(sweep(sample()), START, true);
  sessions.sweep(sweep(sample({ atRisk: undefined, inBandwidth: undefined })), START + MINUTE, true);
  sessions.sweep(sweep(sample({ inBandwidth: 300 })), START + 2 * MINUTE, true);
  const [session] = await sessions.read(0, START + HOUR);
  expect(session).toMatchObject({
    watchedMs: 2 * MINUTE,
    viewerMs: 20 * MINUTE,
    viewerMsAtRisk: 0,
    inKnownMs: MINUTE,
    inByteMs: 300 * MINUTE,
  });
  db.close();
});

test('a journal that reports the end of one copy is no absence while the stream is still listed', async () => {
  const { db, sessions } = await store();
  sessions.sweep(sweep(sample()), START + MINUTE, true);
  const entry = {
    id: 1,
    createDate: START + 90_000,
    objectName: 'Stream: one',
    message: 'Status Update: UNPUBLISHED',
    threadName: 'main',
  };
  sessions.journal([entry], 0);
  expect(sessions.absences(0, START + HOUR)).toHaveLength(1);
  sessions.sweep(sweep(sample()), START + 2 * MINUTE, true);
  expect(sessions.absences(0, START + HOUR)).toEqual([]);
  db.close();
});
