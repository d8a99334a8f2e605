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
  for (let n = 0; n < 20; n++) clock.changeSpeed(1);
  expect(clock.state.speed).toBe(64);
  for (let n = 0; n < 20; n++) clock.changeSpeed(-1);
  expect(clock.state.speed).toBe(0.25);
  clock.setSpeed(10);
  expect(clock.state.speed).toBe(10);
  clock.changeSpeed(1);
  expect(clock.state.speed).toBe(16);
  clock.setSpeed(10);
  clock.changeSpeed(-1);
  expect(clock.state.speed).toBe(8);
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
  clock.jump(T0 - 5);
  expect(at()).toBe(0);
  clock.jump(T0 + 700_000);
  expect(at()).toBe(600_000);
  expect(told).toEqual([300_000, 0, 600_000]);
});

test('the clock stops at the end and says so', async () => {
  const { base, clock, at } = setUp(3000);
  const told: boolean[] = [];
  clock.onChange(() => told.push(clock.state.playing));
  clock.setSpeed(64);
  clock.play();
  await base.advance(60_000);
  expect([at(), clock.state.playing, base.waiting]).toEqual([3000, false, 0]);
  expect(told.at(-1)).toBe(false);
  clock.play();
  expect(clock.state.playing).toBe(false);
  clock.jump(T0);
  clock.play();
  await base.advance(10);
  expect(at()).toBe(640);
});

test('timers due at one moment run in the order they were set, and a cancelled one never runs', async () => {
  const { base, clock } = setUp();
  const order: number[] = [];
  clock.after(1000, () => {
    order.push(1);
    cancel();
  });
  clock.after(1000, () => order.push(2));
  const cancel = clock.after(1000, () => order.push(3));
  clock.setSpeed(64);
  clock.play();
  await base.advance(100);
  expect(order).toEqual([1, 2]);
  clock.close();
  expect(base.waiting).toBe(0);
});

test('a timer that sets itself again at once does not block the loop', async () => {
  const { base, clock } = setUp(1000);
  let count = 0;
  const again = () => {
    count++;
    if (count < 1000) clock.after(0, again);
  };
  clock.after(0, again);
  clock.play();
  await base.advance(1);
  expect(count).toBe(1000);
});

test('after a step during play the clock stands where the step ended', async () => {
  const { base, clock, at } = setUp();
  clock.play();
  await base.advance(1_000);
  await clock.step(5_000);
  expect([at(), clock.state.playing]).toEqual([6_000, false]);
  await base.advance(5_000);
  expect(at()).toBe(6_000);
});

test('a closed clock stands and leaves no timer', async () => {
  const { base, clock, at } = setUp();
  clock.after(2_000, () => {});
  clock.play();
  await base.advance(1_000);
  clock.close();
  await base.advance(5_000);
  expect([at(), clock.state.playing, base.waiting]).toEqual([1_000, false, 0]);
});

test('timers that are late together run in the order they were due', () => {
  let time = 0;
  let wake = () => {};
  const held = {
    now: () => time,
    monotonic: () => time,
    after: (_ms: number, fn: () => void) => {
      wake = fn;
      return () => {};
    },
  };
  const clock = new ReplayClock(held, T0, T0 + 10_000);
  const order: string[] = [];
  clock.after(3_000, () => order.push('third'));
  clock.after(1_000, () => order.push('first'));
  clock.after(2_000, () => order.push('second'));
  clock.play();
  time = 5_000;
  wake();
  expect(order).toEqual(['first', 'second', 'third']);
});

test('a removed listener is not called', () => {
  const { clock } = setUp();
  let told = 0;
  const off = clock.onChange(() => told++);
  off();
  clock.play();
  expect(told).toBe(0);
});

test('a step is reported once the work of its last timer is done', async () => {
  const { clock, at } = setUp();
  const seen: string[] = [];
  clock.onChange(() => seen.push(`told at ${at()}`));
  clock.after(1_000, () => seen.push('timer'));
  let settles = 0;
  const settled = async () => {
    seen.push(`settled ${++settles} at ${at()}`);
  };
  await clock.step(5_000, { settled });
  expect(seen).toEqual(['settled 1 at 0', 'timer', 'settled 2 at 1000', 'settled 3 at 5000', 'told at 5000']);
});

test('time advances during a step, and stands while the step only checks', async () => {
  const { clock } = setUp();
  const moving = async (options: { still?: boolean }) => {
    const seen: boolean[] = [];
    await clock.step(1_000, { ...options, settled: async () => void seen.push(clock.moving) });
    return [...new Set(seen), clock.moving];
  };
  expect(await moving({})).toEqual([true, false]);
  expect(await moving({ still: true })).toEqual([false, false]);
  clock.play();
  expect(clock.moving).toBe(true);
});

test('a step that is cancelled or interrupted by play ends where it is', async () => {
  const { clock, at } = setUp();
  const abort = new AbortController();
  clock.after(2_000, () => abort.abort());
  await clock.step(5_000, { signal: abort.signal });
  expect([at(), clock.moving]).toEqual([2_000, false]);
  clock.after(1_000, () => clock.play());
  await clock.step(5_000);
  expect([at(), clock.state.playing]).toEqual([3_000, true]);
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
