import { expect, test } from 'vitest';
import { HttpError, RateLimited } from '../../src/http/errors.ts';
import { Scheduler } from '../../src/polling/scheduler.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { seededRandom } from '../support/seeded-random.ts';

/** How a poll ends: after how many ms, and with which result. */
type Ending = { readonly after: number; readonly error?: unknown; readonly next?: number };

/** A scheduler without random delays, and loops that note when they were polled. */
function setUp(random = () => 0) {
  const clock = new ManualClock();
  let settled = 0;
  const scheduler = new Scheduler({ clock, random, onSettled: () => settled++ });
  const loopOf = (interval: number | undefined, options: { probe?: boolean } = {}) => {
    const polls: number[] = [];
    const aborted: number[] = [];
    let ending: Ending = { after: 10 };
    const loop = scheduler.add({
      name: 'loop',
      ...options,
      run: (signal) => {
        polls.push(clock.monotonic());
        signal.addEventListener('abort', () => aborted.push(clock.monotonic()));
        const { after, error, next } = ending;
        return new Promise((resolve, reject) => {
          clock.after(after, () => (error === undefined ? resolve(next) : reject(error)));
        });
      },
    });
    loop.every(interval);
    const ends = (change: Ending) => {
      ending = change;
    };
    return { loop, polls, aborted, ends };
  };
  return { clock, scheduler, loopOf, settledCount: () => settled };
}

/** The same with one loop, started. */
function started(interval: number, ending: Ending = { after: 10 }, random = () => 0) {
  const all = setUp(random);
  const loop = all.loopOf(interval);
  loop.ends(ending);
  all.scheduler.start();
  return { ...all, ...loop };
}

const fault = new HttpError(503, 'unavailable', {});
const limited = (retryAfter: number) => new RateLimited('too many', { status: 429, retryAfter });

test('a loop is polled at once and then at its interval, and reports when it has settled', async () => {
  const { clock, scheduler, loopOf, settledCount } = setUp();
  const { polls } = loopOf(2_000);
  await clock.advance(5_000);
  expect(polls).toEqual([]);
  scheduler.start();
  await clock.advance(5);
  expect(scheduler.busy).toBe(1);
  await clock.advance(4_995);
  expect(polls).toEqual([5_000, 7_000, 9_000]);
  expect(scheduler.busy).toBe(0);
  expect(settledCount()).toBe(3);
});

test('random delays are at most a twentieth of the interval, and never negative', async () => {
  const seen: (number | undefined)[] = [];
  for (const random of [0, 0.5, 0.999]) {
    const { clock, polls } = started(11_000, { after: 10 }, () => random);
    await clock.advance(12_000);
    seen.push(...polls.map(Math.floor));
  }
  expect(seen).toEqual([0, 11_000, 0, 11_275, 0, 11_549]);
});

test('a quick loop waits a tenth of its interval for a slow one, and then runs together with it', async () => {
  for (const start of [1_799, 1_800]) {
    const { clock, scheduler, loopOf } = setUp();
    const slow = loopOf(10_000);
    loopOf(undefined);
    scheduler.start();
    await clock.advance(start);
    const quick = loopOf(2_000);
    await clock.advance(11_000);
    expect(slow.polls).toEqual([0, 10_000]);
    expect(quick.polls.slice(0, 4)).toEqual([0, 2_000, 4_000, 6_000].map((after) => start + after));
    expect(quick.polls.slice(4)).toEqual(start === 1_800 ? [10_000, 12_000] : [9_799, 11_799]);
  }
});

test('a slow loop runs together with a quick one despite random delays, and never early', async () => {
  const random = seededRandom(1);
  const { clock, scheduler, loopOf } = setUp(random);
  const quick = loopOf(2_000);
  const slow = loopOf(10_000);
  scheduler.start();
  await clock.advance(600_000);
  expect(slow.polls.length).toBeGreaterThan(50);
  expect(slow.polls.filter((at) => !quick.polls.includes(at))).toEqual([]);
  for (const [index, at] of slow.polls.entries())
    expect(at - (slow.polls[index - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(9_999);
});

test('a changed interval counts from the last poll', async () => {
  const { clock, loop, polls } = started(10_000);
  await clock.advance(1_000);
  loop.every(2_000);
  await clock.advance(2_500);
  expect(polls).toEqual([0, 2_000]);
  loop.every(10_000);
  await clock.advance(9_000);
  expect(polls).toEqual([0, 2_000, 12_000]);
  // The new interval is over already: the poll is due now, and not in the past.
  await clock.advance(6_500);
  loop.every(3_000);
  await clock.advance(1);
  expect(polls.slice(3)).toEqual([19_000]);
});

test('a changed pace moves the next poll earlier or later', async () => {
  const { clock, scheduler, loopOf } = setUp();
  const { polls } = loopOf(4_000);
  const off = loopOf(undefined);
  scheduler.start();
  await clock.advance(1_000);
  scheduler.setPace(0.5);
  expect(scheduler.pace).toBe(0.5);
  await clock.advance(2_500);
  expect(polls).toEqual([0, 2_000]);
  scheduler.setPace(4);
  await clock.advance(20_000);
  expect(polls).toEqual([0, 2_000, 18_000]);
  scheduler.setPace(0.5);
  await clock.advance(0);
  expect(polls.at(-1)).toBe(23_500);
  expect(off.polls).toEqual([]);
});

test('a loop that is switched off is aborted, and starts at once when it is on again', async () => {
  const { clock, settledCount, loop, polls, aborted } = started(2_000, { after: 500 });
  await clock.advance(100);
  loop.every(undefined);
  expect(aborted).toEqual([100]);
  loop.now();
  await clock.advance(10_000);
  expect(polls).toEqual([0]);
  expect(settledCount()).toBe(0);
  expect(clock.waiting).toBe(0);
  loop.every(2_000);
  await clock.advance(3_000);
  expect(polls).toEqual([0, 10_100, 12_100]);
});

test('a poll may set the time of the next one, which the pace scales as well', async () => {
  const { clock, scheduler, polls } = started(60_000, { after: 10, next: 3_000 });
  await clock.advance(7_000);
  expect(polls).toEqual([0, 3_000, 6_000]);
  scheduler.setPace(2);
  await clock.advance(13_000);
  expect(polls.slice(3, 5)).toEqual([12_000, 18_000]);
});

test('"now" polls once more after the current poll, never sooner than the minimum gap, nor later than without it', async () => {
  const { clock, loop, polls } = started(20_000, { after: 1_000 });
  await clock.advance(100);
  loop.now();
  loop.now();
  await clock.advance(5_000);
  expect(polls).toEqual([0, 1_000]);
  loop.now(4_500);
  await clock.advance(5_000);
  expect(polls).toEqual([0, 1_000, 5_500]);
  loop.now(300);
  await clock.advance(0);
  expect(polls.at(-1)).toBe(10_100);
  await clock.advance(15_000);
  loop.now(30_000);
  await clock.advance(5_000);
  expect(polls.at(-1)).toBe(30_100);
});

test('"restart" cancels the current poll and polls at once', async () => {
  const { clock, settledCount, loop, polls, aborted } = started(20_000, { after: 1_000 });
  await clock.advance(100);
  loop.now();
  loop.restart();
  await clock.advance(5_000);
  expect(aborted).toEqual([100]);
  expect(polls).toEqual([0, 100]);
  expect(settledCount()).toBe(1);
});

test('after 429 only time helps: no refresh, pace, interval, restart or recovery of another loop', async () => {
  for (const attempt of ['refresh', 'pace', 'interval', 'restart', 'recovery', 'sleep'] as const) {
    const { clock, scheduler, loopOf } = setUp();
    const { loop, polls, ends } = loopOf(2_000);
    const other = loopOf(2_000);
    other.ends({ after: 10, error: fault });
    ends({ after: 10, error: limited(30_000) });
    scheduler.start();
    await clock.advance(1_000);
    if (attempt === 'refresh') scheduler.refresh();
    if (attempt === 'pace') scheduler.setPace(0.5);
    if (attempt === 'interval') loop.every(500);
    if (attempt === 'restart') loop.restart();
    if (attempt === 'recovery') other.ends({ after: 10 });
    if (attempt === 'sleep') clock.jumpWall(3_600_000);
    await clock.advance(28_000);
    expect([attempt, polls]).toEqual([attempt, [0]]);
    await clock.advance(3_000);
    expect([attempt, polls[1]]).toEqual([attempt, 30_010]);
  }
});

test('a fault slows every loop but the probe, whose success wakes the failing loops', async () => {
  const { clock, scheduler, loopOf } = setUp();
  const probe = loopOf(2_000, { probe: true });
  const failing = loopOf(3_000);
  const slow = loopOf(30_000);
  probe.ends({ after: 10, error: fault });
  failing.ends({ after: 10, error: fault });
  scheduler.start();
  await clock.advance(15_500);
  expect(probe.polls).toEqual([0, 2_000, 4_000, 6_000, 8_000, 10_000, 12_000, 14_000]);
  expect(failing.polls).toEqual([0, 3_000, 9_000, 15_000]);
  probe.ends({ after: 10 });
  failing.ends({ after: 10 });
  await clock.advance(1_000);
  // At once with the first good response, but only the loops that failed.
  expect(failing.polls.at(-1)).toBe(16_010);
  expect(slow.polls).toEqual([0]);
});

test('after sleep the machine cancels all polls and polls everything once', async () => {
  const { clock, scheduler, loopOf } = setUp();
  const hanging = loopOf(60_000);
  const slow = loopOf(60_000);
  const off = loopOf(undefined);
  hanging.ends({ after: 600_000 });
  const quick = loopOf(2_000);
  scheduler.start();
  await clock.advance(4_500);
  clock.jumpWall(5_000);
  await clock.advance(2_000);
  // The clock was set by five seconds, which is no sleep.
  expect(hanging.aborted).toEqual([]);
  clock.jumpWall(5_001);
  await clock.advance(2_000);
  expect(hanging.aborted).toEqual([8_000]);
  expect(hanging.polls).toEqual([0, 8_000]);
  expect(slow.polls).toEqual([0, 8_000]);
  expect(quick.polls).toEqual([0, 2_000, 4_000, 6_000, 8_000]);
  expect(off.polls).toEqual([]);
});

test('nothing runs while paused, all starts at once when resumed, and a stop is final', async () => {
  const { clock, scheduler, loopOf } = setUp();
  const { polls, aborted, ends } = loopOf(2_000);
  scheduler.pause();
  scheduler.resume();
  await clock.advance(3_000);
  expect(polls).toEqual([]);
  scheduler.start();
  await clock.advance(500);
  scheduler.start();
  ends({ after: 1_000 });
  await clock.advance(2_000);
  scheduler.pause();
  expect(aborted).toEqual([5_500]);
  await clock.advance(60_000);
  scheduler.start();
  await clock.advance(1);
  expect(polls).toEqual([3_000, 5_000]);
  scheduler.resume();
  await clock.advance(2_500);
  expect(polls).toEqual([3_000, 5_000, 65_501, 67_501]);
  scheduler.stop();
  scheduler.pause();
  scheduler.resume();
  scheduler.refresh();
  await clock.advance(60_000);
  expect(polls).toHaveLength(4);
  expect(clock.waiting).toBe(0);
});
