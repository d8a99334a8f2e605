import { expect, test } from 'vitest';
import { ReplayClock } from '../../src/recording/replay-clock.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { T0 } from './entries.ts';

function setUp(length = 600_000) {
  const base = new ManualClock(0);
  const clock = new ReplayClock(base, T0, T0 + length);
  const at = () => clock.now() - T0;
  return { base, clock, at };
}

test('timers run on played time at any speed', async () => {
  const { base, clock, at } = setUp();
  const fired: number[] = [];
  const every = () => {
    fired.push(at());
    clock.after(2000, every);
  };
  clock.after(2000, every);
  await base.advance(9000);
  expect(fired).toEqual([]);
  clock.play();
  await base.advance(4000);
  expect(fired).toEqual([2000, 4000]);
  clock.setSpeed(4);
  await base.advance(1000);
  expect(at()).toBe(8000);
  expect(fired).toEqual([2000, 4000, 6000, 8000]);
  clock.setSpeed(0.25);
  await base.advance(8000);
  expect(at()).toBe(10_000);
  clock.pause();
  await base.advance(60_000);
  expect(fired).toEqual([2000, 4000, 6000, 8000, 10_000]);
});

test('speeds go in steps from a quarter to 64 times', () => {
  const { clock } = setUp();
  const changed = (times: number, way: 1 | -1) => {
    for (let n = 0; n < times; n++) clock.changeSpeed(way);
    return clock.speed;
  };
  expect([changed(20, 1), changed(20, -1)]).toEqual([64, 0.25]);
  clock.setSpeed(10);
  expect([clock.speed, changed(1, 1)]).toEqual([10, 16]);
  clock.setSpeed(10);
  expect(changed(1, -1)).toBe(8);
});

test('a jump moves only the recorded time, is reported, and stays inside the recording', async () => {
  const { base, clock, at } = setUp();
  const told: number[] = [];
  let fired = 0;
  clock.after(10_000, () => fired++);
  clock.play();
  await base.advance(1000);
  const before = clock.monotonic();
  clock.onChange(() => told.push(at()));
  clock.jump(T0 + 300_000);
  expect([at(), fired, clock.monotonic() - before]).toEqual([300_000, 0, 0]);
  await base.advance(9000);
  expect([at(), fired]).toEqual([309_000, 1]);
  for (const after of [-5, 700_000]) clock.jump(T0 + after);
  expect(told).toEqual([300_000, 0, 600_000]);
});

test('the clock stops at the end and says so', async () => {
  const { base, clock, at } = setUp(3000);
  const told: boolean[] = [];
  clock.onChange(() => told.push(clock.playing));
  clock.setSpeed(64);
  clock.play();
  await base.advance(60_000);
  expect([at(), clock.playing, base.waiting]).toEqual([3000, false, 0]);
  expect(told.at(-1)).toBe(false);
  clock.play();
  expect(clock.playing).toBe(false);
  clock.jump(T0);
  clock.play();
  await base.advance(10);
  expect(at()).toBe(640);
});

test('a step that is cancelled or interrupted by play ends where it is', async () => {
  const { clock, at } = setUp();
  const abort = new AbortController();
  clock.after(2_000, () => abort.abort());
  await clock.step(5_000, { signal: abort.signal });
  expect([at(), clock.moving]).toEqual([2_000, false]);
  clock.after(1_000, () => clock.play());
  await clock.step(5_000);
  expect([at(), clock.playing]).toEqual([3_000, true]);
});

test('no key makes a closed clock run', async () => {
  const { base, clock } = setUp();
  const ran: string[] = [];
  clock.after(2_000, () => ran.push('timer'));
  clock.onChange(() => ran.push('listener'));
  clock.close();
  clock.play();
  await base.advance(5_000);
  expect(ran).toEqual([]);
});
