import { expect, test } from 'vitest';
import { noInterest } from '../../src/polling/monitor.ts';
import type { Tape } from '../../src/recording/tape.ts';
import { openReplaySession } from '../../src/session/replay-session.ts';
import { plainTarget } from '../support/hostile-stack.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** A recording of a minute without any response. */
function silence(from: number): Tape {
  return {
    from,
    to: from + 60_000,
    latest: () => undefined,
    alike: () => undefined,
    next: () => undefined,
    body: () => Promise.reject(new Error('there is none')),
    close: async () => {},
  };
}

test("pressing play while a screen's data is read is not lost", async () => {
  const clock = new ManualClock();
  const session = openReplaySession(plainTarget, silence(clock.now()), clock);
  const { monitor, replay } = session;
  expect(replay.status().playing).toBe(false);
  monitor.setInterest({ ...noInterest, viewers: ['v_1'] });
  expect(replay.status().seeking).toBe(true);
  replay.play();
  await session.settled();
  expect(replay.status().playing).toBe(true);
  await session.close();
});

test('a program that is suspended stops the recording', async () => {
  const clock = new ManualClock();
  const session = openReplaySession(plainTarget, silence(clock.now()), clock);
  session.replay.play();
  await session.settled();
  session.monitor.pause();
  await session.settled();
  expect(session.replay.status().playing).toBe(false);
  await session.close();
});

test('time stands while the start of a recording is looked for, so that each run gives the same moments', async () => {
  const clock = new ManualClock();
  const from = clock.now();
  let read = 0;
  const next = () => {
    read += 3;
    return undefined;
  };
  const slow = { ...silence(from), next };
  const base = { now: () => clock.now(), monotonic: () => read, after: clock.after.bind(clock) };
  const session = openReplaySession(plainTarget, slow, base);
  session.monitor.start();
  expect(read).toBeGreaterThan(0);
  expect(session.replay.status()).toMatchObject({ at: from, playing: true });
  session.replay.pause();
  await session.settled();
  await session.close();
});
