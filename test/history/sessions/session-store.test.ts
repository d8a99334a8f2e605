import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/base/durations.ts';
import type { Period } from '../../../src/history/samples/range.ts';
import { StreamSessionStore } from '../../../src/history/sessions/session-store.ts';
import { type StreamSample, samplesOf } from '../../../src/history/sessions/stream-sessions.ts';
import type { JournalEntry } from '../../../src/protocol/journal.ts';
import { journalEntry, openTestHistory } from '../rig.ts';
import { streamSample, sweepOf } from './sample-stream.ts';

const START = Date.UTC(2026, 9, 24, 12);

const sample = (streamKey = 'one', changes: Partial<StreamSample> = {}) =>
  streamSample({ streamKey, startTime: START, ...changes });

test('copies of a stream are one session: viewers and those at risk are summed, a sick copy makes it degraded', () => {
  const own = { application: 'live', streamKey: 'one' };
  const copy = { ...own, id: 'a', viewerCount: 5, healthScore: 90, startTime: 7 };
  const edge = { ...own, id: 'b', viewerCount: 8, healthScore: 40, startTime: 9 };
  const told = samplesOf([copy, edge]).get('live/one');
  expect(told).toMatchObject({ viewers: 13, atRisk: 5.3, isDegraded: true, startTime: 7 });
});

const spanOf = (span: Period | undefined) =>
  span && `${(span.from - START) / 1_000} to ${(span.to - START) / 1_000} s`;

/** Sweeps at minutes after the start. */
async function history() {
  const db = await openTestHistory();
  let sessions = new StreamSessionStore(db);
  return {
    db,
    journal: (entry: JournalEntry) => sessions.journal([entry], 0),
    restart() {
      sessions = new StreamSessionStore(db);
    },
    held: () => sessions.held,
    /** When each began and when it ended, in seconds after the start. */
    absences: () =>
      sessions
        .absences(START - HOUR_MS, START + HOUR_MS)
        .map(({ began, ended }) => [began, ended].map(spanOf).join(', ')),
    sweep(minute: number, samples: readonly StreamSample[], complete = true) {
      db.transaction(() => sessions.sweep(sweepOf(...samples), START + minute * MINUTE_MS, complete));
    },
    read: (from: number, to: number) => sessions.read(START + from * MINUTE_MS, START + to * MINUTE_MS),
  };
}

test.each([
  ['more than ten minutes, when it was last seen', 11, 0],
  ['less, when it was missing', 10, 10],
])('a stream that left while nobody watched for %s, ended then', async (_what, missed, ended) => {
  const { restart, sweep, read } = await history();
  sweep(0, [sample()]);
  restart();
  sweep(missed, []);
  expect((await read(-60, 60))[0]?.endedAt).toBe(START + ended * MINUTE_MS);
});

test('a stream that returns after a restart within ten minutes of its end was interrupted', async () => {
  const { restart, sweep, read, absences } = await history();
  const undated = [sample('one', { startTime: undefined })];
  sweep(0, undated);
  sweep(1, undated);
  sweep(2, []);
  restart();
  sweep(5, undated);
  expect(await read(-60, 60)).toMatchObject([{ endedAt: undefined }]);
  expect(absences()).toEqual(['60 to 120 s, 120 to 300 s']);
});

test('a stream that returns under another id with an unseen end ended when it was last seen', async () => {
  const { sweep, read } = await history();
  sweep(0, [sample()]);
  sweep(1, [sample()]);
  sweep(30, [sample('one', { startTime: START + 20 * MINUTE_MS })]);
  const times = (await read(-60, 60)).flatMap(({ publishedAt, endedAt }) => [publishedAt, endedAt]);
  expect(times).toEqual([START, START + MINUTE_MS, START + 20 * MINUTE_MS, undefined]);
});

test('over days each session is read once, in order of its beginning, with only the hours of the period', async () => {
  const { sweep, read } = await history();
  const begun = START - MINUTE_MS;
  for (let minute = 0; minute <= 3 * 24 * 60; minute += 3) {
    const samples = [sample('long', { startTime: begun })];
    if (minute >= 24 * 60 && minute < 25 * 60)
      samples.unshift(sample('short', { startTime: START + DAY_MS }));
    sweep(minute, samples);
  }
  const watched = async (from: number, to: number) =>
    (await read(from, to)).flatMap(({ streamKey, watchedMs }) => [streamKey, watchedMs / MINUTE_MS]);
  // The end of the short one lies between two sweeps, three minutes apart.
  expect(await watched(0, 3 * 24 * 60)).toEqual(['long', 3 * 24 * 60, 'short', 58.5]);
  expect(await watched(24 * 60, 25 * 60)).toEqual(['long', 60, 'short', 58.5]);
  expect(await watched(26 * 60, 29 * 60)).toEqual(['long', 180]);
  // Before and after all of them.
  expect([await watched(-120, -60), await watched(4 * 24 * 60, 5 * 24 * 60)]).toEqual([[], []]);
});

test('a period is counted in whole hours', async () => {
  const sessions = new StreamSessionStore(await openTestHistory());
  const hours = (from: number, to: number) =>
    Object.values(sessions.wholeHours(START + from * MINUTE_MS, START + to * MINUTE_MS))
      .map((at) => (at - START) / HOUR_MS)
      .join(' to ');
  const told = [hours(0, 60), hours(1, 59), hours(0, 61), hours(59, 60), hours(60, 61)];
  expect(told).toEqual(['0 to 1', '0 to 1', '0 to 2', '0 to 1', '1 to 2']);
});

/** Streams that are in no other sweep. */
const newStreams = (minute: number) =>
  Array.from({ length: 2_000 }, (_, index) => sample(`new-${minute}-${index}`));

test('holds a limited number of sessions when each sweep has other streams; one that is not held goes on when it is listed again', async () => {
  const { restart, held, sweep, read } = await history();
  sweep(0, [sample()], false);
  sweep(1, [sample()], false);
  for (let minute = 2; minute < 6; minute++) {
    sweep(minute, newStreams(minute), false);
    expect(held()).toBeLessThanOrEqual(7_000);
  }
  sweep(6, [sample()], false);
  const [session] = (await read(-60, 60)).filter(({ streamKey }) => streamKey === 'one');
  expect(session).toMatchObject({ watchedMs: 4 * MINUTE_MS, endedAt: undefined });
  sweep(7, newStreams(7));
  expect(held()).toBeLessThanOrEqual(7_000);
  restart();
  sweep(8, [sample()], false);
  expect(held()).toBeLessThanOrEqual(7_000);
});

test('a period that contains part of a session gets its share, to the hour', async () => {
  const { sweep, read } = await history();
  // Minute by minute over three hours, with other viewers in each hour.
  for (let minute = 0; minute <= 180; minute++) {
    const viewers = [10, 20, 30][Math.floor((minute - 0.1) / 60)] ?? 10;
    sweep(minute, [sample('one', { viewers, isDegraded: minute === 90 })]);
  }
  const [middle] = await read(60, 120);
  const viewers = { viewerSpreadMs: 5 * MINUTE_MS, peakViewers: 20 };
  expect(middle).toMatchObject({ watchedMs: HOUR_MS, ...viewers, degradedMs: MINUTE_MS });
  expect(await read(0, 180)).toMatchObject([{ watchedMs: 3 * HOUR_MS, peakViewers: 30 }]);
  expect(Math.abs((middle?.viewerMs ?? 0) - 20 * HOUR_MS)).toBeLessThanOrEqual(5 * MINUTE_MS);
});

test('a session keeps its figures when nothing was watched for long', async () => {
  const { db, restart, sweep, read } = await history();
  sweep(0, [sample()]);
  sweep(1, [sample()]);
  const gap =
    "INSERT INTO gap (resource, starts_at, ends_at, reason) VALUES ('watching', ?, ?, 'NOT_WATCHED')";
  db.sql(gap).run(START + MINUTE_MS, START + 297 * MINUTE_MS);
  restart();
  sweep(300, [sample('one', { viewers: 1 })]);
  sweep(420, [sample('one', { viewers: 1, startTime: START + 6 * HOUR_MS })]);
  expect((await read(-60, 480)).map(({ watchedMs, endedAt }) => [watchedMs, endedAt])).toEqual([
    [expect.closeTo(4 * MINUTE_MS, -4), START + 5 * HOUR_MS],
    // It began while it was watched.
    [3 * MINUTE_MS, undefined],
  ]);
});

test('a publisher that restarted between two sweeps was interrupted, though no sweep missed it', async () => {
  const { sweep, read, absences } = await history();
  sweep(0, [sample()]);
  sweep(1, [sample('one', { startTime: START + 40_000 })]);
  const [session] = await read(-60, 60);
  // It ended at some time in the 40 s before it began again.
  expect(session).toMatchObject({ watchedMs: 40_000, viewerSpreadMs: expect.closeTo(10 * 20_000, 3) });
  expect(absences()).toEqual(['0 to 40 s, 40 to 40 s']);
});

test('a value missing in a sample adds no risk and no bandwidth of 0', async () => {
  const { sweep, read } = await history();
  sweep(0, [sample()]);
  sweep(1, [sample('one', { atRisk: undefined, inBandwidth: undefined })]);
  sweep(2, [sample('one', { inBandwidth: 300 })]);
  const [session] = await read(-60, 60);
  const viewers = { watchedMs: 2 * MINUTE_MS, viewerMs: 20 * MINUTE_MS, viewerMsAtRisk: 0 };
  expect(session).toMatchObject({ ...viewers, inKnownMs: MINUTE_MS, inByteMs: 300 * MINUTE_MS });
});

test('a journal that reports the end of one copy is no absence while the stream is still listed', async () => {
  const { sweep, journal, absences } = await history();
  sweep(1, [sample()]);
  journal(journalEntry(1, START + 90_000, 'Stream: one', 'Status Update: UNPUBLISHED'));
  expect(absences()).toHaveLength(1);
  sweep(2, [sample()]);
  expect(absences()).toEqual([]);
});
