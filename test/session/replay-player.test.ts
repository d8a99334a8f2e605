import { expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import { noInterest } from '../../src/polling/monitor.ts';
import type { Tape } from '../../src/recording/tape.ts';
import { openReplaySession } from '../../src/session/replay-session.ts';
import { answerAt, T0 } from '../recording/entries.ts';
import { plainTarget } from '../support/hostile-stack.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { memoryTape } from '../support/memory-tape.ts';
import { dashboardJson } from '../support/sample-json.ts';

const MINUTE = 60_000;
const EVERY_S = 30;
const LENGTH = 40 * MINUTE;

/** Forty minutes of the sample cluster, a dashboard each half minute, the first one a second after the start. */
function recorded() {
  const tape = memoryTape();
  const reset = { endpoint: 'topology', path: '/api/cluster/topology', status: 0, code: 'RESET' } as const;
  tape.add(answerAt(0, '', reset));
  for (let at = 1_000; at <= LENGTH; at += EVERY_S * 1_000)
    tape.add(answerAt(at, dashboardJson(at / MINUTE) as object));
  tape.add(answerAt(LENGTH, '', reset));
  return tape;
}

/** Viewers of the whole cluster in the newest dashboard at that time, ms after the start. */
function viewersAt(after: number): number {
  const at = Math.floor((after - 1_000) / (EVERY_S * 1_000)) * EVERY_S * 1_000 + 1_000;
  const { data } = dashboardJson(at / MINUTE) as { data: { viewersStats: { total: { value: number } } } };
  return data.viewersStats.total.value;
}

async function opened(speed?: number, base: Clock = new ManualClock(0)) {
  const session = openReplaySession({ ...plainTarget, interval: EVERY_S }, recorded(), base, speed);
  const { replay, store } = session;
  onTestFinished(() => session.close());
  session.monitor.start();
  await session.settled();
  return {
    session,
    replay,
    at: () => replay.status().at - T0,
    viewers: () => store.getState().dashboard.value?.viewersStats?.total?.value,
    /** The first moment that was played. */
    since: () => (store.getState().history.points('server/origin-1/cpu', 0, T0 + LENGTH)[0]?.at ?? 0) - T0,
    async seek(after: number) {
      replay.seek(T0 + after);
      await session.settled();
    },
  };
}

test('a replay begins with the first dashboard and plays', async () => {
  const base = new ManualClock(0);
  const { replay, session, at, viewers } = await opened(1, base);
  expect([at(), viewers()]).toEqual([1_200, viewersAt(1_200)]);
  const running = { playing: true, speed: 1, seeking: false };
  expect(replay.status()).toMatchObject({ from: T0, to: T0 + LENGTH, ...running });
  const told = new Set<string>();
  session.store.subscribe(() => told.add('cluster'));
  session.triage.subscribe(() => told.add('triage'));
  await base.advance(40_000);
  expect([at(), viewers(), session.screenClock.now() - T0]).toEqual([41_200, viewersAt(41_200), 41_200]);
  expect([...told].sort()).toEqual(['cluster', 'triage']);
  replay.pause();
  await base.advance(40_000);
  expect([at(), replay.status().playing]).toEqual([41_200, false]);
  replay.play();
  await base.advance(5_000);
  expect([at(), replay.status().playing]).toEqual([46_200, true]);
});

test('no moment is before the first dashboard or beyond the end', async () => {
  const { replay, seek, at } = await opened();
  replay.pause();
  await seek(-5_000);
  expect(at()).toBe(200);
  await seek(LENGTH + 5_000);
  expect(at()).toBe(LENGTH);
});

test('at most ten minutes before a moment are played', async () => {
  const { session, replay, seek, since } = await opened();
  replay.pause();
  await seek(30 * MINUTE);
  expect(Math.abs(since() - 20 * MINUTE)).toBeLessThanOrEqual(EVERY_S * 1_000);
  // A shorter distance forward is played.
  const before = since();
  const { connection } = session;
  await seek(39 * MINUTE);
  expect([since(), session.connection]).toEqual([before, connection]);
  await seek(38 * MINUTE);
  expect(session.connection).not.toBe(connection);
});

test('for a cluster that is slow to play, a minute before the moment is enough', async () => {
  const base = new ManualClock(0);
  let passed = 0;
  // As if all work took two seconds.
  const monotonic = () => (passed += 2_000);
  const slow = { now: () => base.now(), monotonic, after: base.after.bind(base) };
  const { replay, seek, since } = await opened(1, slow);
  replay.pause();
  await expect.poll(() => replay.status().searchedTo).toBeGreaterThan(T0);
  await seek(30 * MINUTE);
  expect(since()).toBe(29 * MINUTE + 1_000);
});

test('it plays at the speed of its start, and says when it reaches the end', async () => {
  const base = new ManualClock(0);
  const { replay, at } = await opened(64, base);
  expect(replay.status().speed).toBe(64);
  const told: boolean[] = [];
  replay.subscribe(() => told.push(replay.status().playing));
  await base.advance(60_000);
  expect([at(), told.at(-1)]).toEqual([LENGTH, false]);
});

test('while it seeks, the moment before is shown, and the last request counts', async () => {
  const { session, replay, seek, at, viewers } = await opened();
  await seek(5 * MINUTE);
  const told: string[] = [];
  session.store.subscribe(() => told.push('cluster'));
  session.triage.subscribe(() => told.push('triage'));
  const shown = session.store.getState();
  const problems = session.triage.getState();
  const seen: [boolean, boolean][] = [];
  replay.subscribe(() => seen.push([replay.status().seeking, replay.status().playing]));
  replay.seek(T0 + 20 * MINUTE);
  expect(seen.at(-1)).toEqual([true, true]);
  replay.seek(T0 + 35 * MINUTE);
  expect(replay.status()).toMatchObject({ seeking: true, playing: true, at: T0 + 5 * MINUTE });
  replay.pause();
  expect(seen.at(-1)).toEqual([true, false]);
  expect(session.store.getState()).toBe(shown);
  expect(session.triage.getState()).toBe(problems);
  await session.settled();
  expect([at(), viewers()]).toEqual([35 * MINUTE, viewersAt(35 * MINUTE)]);
  expect(replay.status()).toMatchObject({ seeking: false, playing: false });
  // Once, when it is reached.
  expect(told).toEqual(['cluster', 'triage']);
});

test('a step goes one poll forward or back and pauses; two at once go two', async () => {
  const { session, replay, seek, at } = await opened();
  await seek(20 * MINUTE);
  replay.step(1);
  await session.settled();
  expect([at(), replay.status().playing]).toEqual([20 * MINUTE + EVERY_S * 1_000, false]);
  replay.step(-1);
  replay.step(-1);
  await session.settled();
  expect(at()).toBe(20 * MINUTE - EVERY_S * 1_000);
});

test('data that a screen needs while it is paused is requested at once, also at the very end', async () => {
  const { session, replay, seek, at } = await opened();
  replay.pause();
  const asked = () => session.store.getState().viewers.error?.code;
  await seek(10 * MINUTE);
  session.monitor.setInterest({ ...noInterest, viewers: ['v_1'] });
  expect(replay.status().seeking).toBe(true);
  let told: boolean | undefined;
  replay.subscribe(() => {
    told = replay.status().seeking;
  });
  await session.settled();
  expect([at(), asked()]).toEqual([10 * MINUTE + 50, 'NOT_RECORDED']);
  expect([told, replay.status().playing]).toEqual([false, false]);
  await seek(LENGTH);
  session.monitor.setInterest({ ...noInterest, viewers: ['v_2'] });
  await session.settled();
  expect([at(), asked()]).toEqual([LENGTH - 50, 'NOT_RECORDED']);
});

test('data that a screen needs while it seeks is requested at the target', async () => {
  const { session, replay, at } = await opened();
  replay.pause();
  replay.seek(T0 + 30 * MINUTE);
  session.monitor.setInterest({ ...noInterest, viewers: ['v_1'] });
  await session.settled();
  expect(at()).toBe(30 * MINUTE);
  expect(session.store.getState().viewers.error?.code).toBe('NOT_RECORDED');
});

/** A recording of a minute without any response. */
function silence(base: ManualClock, own: Partial<Tape> = {}, clock: Clock = base) {
  const from = base.now();
  const none = { latest: () => undefined, alike: () => undefined, next: () => undefined };
  const body = () => Promise.reject(new Error('there is none'));
  const tape = { from, to: from + MINUTE, ...none, body, close: async () => {}, ...own };
  const session = openReplaySession(plainTarget, tape, clock);
  onTestFinished(() => session.close());
  return session;
}

test("pressing play while a screen's data is read is not lost, and a program that is suspended stops the recording", async () => {
  const session = silence(new ManualClock());
  const { monitor, replay } = session;
  expect(replay.status().playing).toBe(false);
  monitor.setInterest({ ...noInterest, viewers: ['v_1'] });
  expect(replay.status().seeking).toBe(true);
  replay.play();
  await session.settled();
  expect(replay.status().playing).toBe(true);
  monitor.pause();
  await session.settled();
  expect(replay.status().playing).toBe(false);
});

test('time stands while the start of a recording is looked for, so that each run gives the same moments', async () => {
  const base = new ManualClock();
  let read = 0;
  const next = () => {
    read += 3;
    return undefined;
  };
  const clock = { now: () => base.now(), monotonic: () => read, after: base.after.bind(base) };
  const session = silence(base, { next }, clock);
  session.monitor.start();
  expect(read).toBeGreaterThan(0);
  expect(session.replay.status()).toMatchObject({ at: base.now(), playing: true });
  session.replay.pause();
  await session.settled();
});

test('closing while it seeks stops everything', async () => {
  const base = new ManualClock(0);
  const { session, replay, at } = await opened(1, base);
  replay.seek(T0 + 30 * MINUTE);
  await session.close();
  expect(replay.status()).toMatchObject({ seeking: false, playing: false });
  const { searchedTo } = replay.status();
  const there = at();
  expect(there).toBeLessThan(30 * MINUTE);
  session.monitor.setInterest({ ...noInterest, viewers: ['v_1'] });
  for (let n = 0; n < 20; n++) await base.advance(10);
  expect([at(), replay.status().searchedTo]).toEqual([there, searchedTo]);
  expect(base.waiting).toBe(0);
});
