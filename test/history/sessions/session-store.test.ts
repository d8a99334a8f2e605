import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/base/durations.ts';
import { createStreamSessionStore } from '../../../src/history/sessions/session-store.ts';
import type { StreamSample } from '../../../src/history/sessions/stream-sessions.ts';
import { openTestHistory } from '../rig.ts';

const START = Date.UTC(2026, 9, 24, 12);

function sample(streamKey: string, changes: Partial<StreamSample> = {}): StreamSample {
  return {
    application: 'live',
    streamKey,
    startTime: START,
    viewers: 10,
    atRisk: 0,
    isDegraded: false,
    inBandwidth: 500,
    ...changes,
  };
}

/** Sweeps at minutes after the start. */
async function history() {
  const db = await openTestHistory();
  onTestFinished(() => db.close());
  let sessions = createStreamSessionStore(db);
  return {
    restart() {
      sessions = createStreamSessionStore(db);
    },
    held: () => sessions.held,
    absences: () => sessions.absences(START - HOUR_MS, START + HOUR_MS),
    sweep(minute: number, samples: readonly StreamSample[], complete = true) {
      const named = samples.map((each) => [`${each.application}/${each.streamKey}`, each] as const);
      db.transaction(() => sessions.sweep(new Map(named), START + minute * MINUTE_MS, complete));
    },
    read: (from: number, to: number) => sessions.read(START + from * MINUTE_MS, START + to * MINUTE_MS),
  };
}

test('a stream that left during an unwatched time ended when it was last seen', async () => {
  const { restart, sweep, read } = await history();
  sweep(0, [sample('one')]);
  restart();
  sweep(11, []);
  expect((await read(-60, 60))[0]?.endedAt).toBe(START);
});

test('a stream missing after less than ten minutes ended when it was missing', async () => {
  const { restart, sweep, read } = await history();
  sweep(0, [sample('one')]);
  restart();
  sweep(10, []);
  expect((await read(-60, 60))[0]?.endedAt).toBe(START + 10 * MINUTE_MS);
});

test('a stream that returns after a restart within ten minutes of its end was interrupted', async () => {
  const { restart, sweep, read, absences } = await history();
  sweep(0, [sample('one', { startTime: undefined })]);
  sweep(1, [sample('one', { startTime: undefined })]);
  sweep(2, []);
  restart();
  sweep(5, [sample('one', { startTime: undefined })]);
  expect(await read(-60, 60)).toMatchObject([{ endedAt: undefined }]);
  expect(absences()).toMatchObject([
    {
      began: { from: START + MINUTE_MS, to: START + 2 * MINUTE_MS },
      ended: { from: START + 2 * MINUTE_MS, to: START + 5 * MINUTE_MS },
    },
  ]);
});

test('a stream that returns under another id with an unseen end ended when it was last seen', async () => {
  const { sweep, read } = await history();
  sweep(0, [sample('one')]);
  sweep(1, [sample('one')]);
  sweep(30, [sample('one', { startTime: START + 20 * MINUTE_MS })]);
  const sessions = (await read(-60, 60)).map(({ publishedAt, endedAt }) => [publishedAt, endedAt]);
  expect(sessions).toEqual([
    [START, START + MINUTE_MS],
    [START + 20 * MINUTE_MS, undefined],
  ]);
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
    (await read(from, to)).map(({ streamKey, watchedMs }) => [streamKey, watchedMs / MINUTE_MS]);
  expect(await watched(0, 3 * 24 * 60)).toEqual([
    ['long', 3 * 24 * 60],
    // Its end lies between two sweeps, three minutes apart.
    ['short', 58.5],
  ]);
  expect(await watched(24 * 60, 25 * 60)).toEqual([
    ['long', 60],
    ['short', 58.5],
  ]);
  expect(await watched(26 * 60, 29 * 60)).toEqual([['long', 180]]);
  // Before and after all of them.
  expect(await watched(-120, -60)).toEqual([]);
  expect(await watched(4 * 24 * 60, 5 * 24 * 60)).toEqual([]);
});

test.each([
  [0, 60, 0, 60],
  [1, 59, 0, 60],
  [0, 61, 0, 120],
  [59, 60, 0, 60],
  [60, 61, 60, 120],
])('counts whole hours of (%i min, %i min]', async (from, to, first, last) => {
  const { wholeHours } = createStreamSessionStore(await openTestHistory());
  expect(wholeHours(START + from * MINUTE_MS, START + to * MINUTE_MS)).toEqual({
    from: START + first * MINUTE_MS,
    to: START + last * MINUTE_MS,
  });
  expect(((last - first) * MINUTE_MS) % HOUR_MS).toBe(0);
});

/** Streams that are in no other sweep. */
const newStreams = (minute: number) =>
  Array.from({ length: 2_000 }, (_, index) => sample(`new-${minute}-${index}`));

test('holds a limited number of sessions when each sweep has other streams', async () => {
  const { restart, held, sweep } = await history();
  for (const complete of [false, true]) {
    for (let minute = 0; minute < 5; minute++) {
      sweep(minute, newStreams(minute), complete);
      expect(held()).toBeLessThanOrEqual(7_000);
    }
  }
  restart();
  sweep(6, [sample('one')], false);
  expect(held()).toBeLessThanOrEqual(7_000);
});

test('a session that is not held in memory goes on when a sweep has its stream again', async () => {
  const { sweep, read } = await history();
  sweep(0, [sample('one')], false);
  sweep(1, [sample('one')], false);
  for (let minute = 2; minute < 6; minute++) sweep(minute, newStreams(minute), false);
  sweep(6, [sample('one')], false);
  const [session] = (await read(-60, 60)).filter(({ streamKey }) => streamKey === 'one');
  expect(session).toMatchObject({ watchedMs: 4 * MINUTE_MS, endedAt: undefined });
});
