import { expect, test } from 'vitest';
import { createStreamSessionStore } from '../../../src/history/sessions/session-store.ts';
import { samplesOf } from '../../../src/history/sessions/stream-sessions.ts';
import type { Stream } from '../../../src/protocol/stream.ts';
import { World } from '../../../src/simulator/world.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { openTestHistory } from '../rig.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const STEP = 5 * SECOND;

interface Truth {
  viewerMs: number;
  readonly starts: Set<number>;
}

test('sums of sessions agree with what the simulated cluster did', async () => {
  // Over the border of an hour, so that the stored data of two hours is added.
  const start = Date.UTC(2026, 9, 24, 11, 50);
  const clock = new ManualClock(start);
  const world = new World({ seed: 1, scenario: 'incident', clock, startAt: start });
  const db = await openTestHistory();
  const sessions = createStreamSessionStore(db);
  const truth = new Map<string, Truth>();
  for (let at = start + STEP; at <= start + 20 * MINUTE; at += STEP) {
    await clock.advance(STEP);
    const items = [...world.streams.select({})].map((index) => world.streams.item(index));
    const samples = samplesOf((items as unknown as Stream[]).filter(({ state }) => state === 'PUBLISHED'));
    for (const [name, { viewers = 0, startTime = 0 }] of samples) {
      const own = truth.get(name) ?? { viewerMs: 0, starts: new Set() };
      truth.set(name, own);
      // The time before the first sweep is unknown.
      if (at > start + MINUTE) own.viewerMs += viewers * STEP;
      own.starts.add(startTime);
    }
    if ((at - start) % MINUTE === 0) db.transaction(() => sessions.sweep(samples, at, true));
  }
  const read = await sessions.read(start - HOUR, start + HOUR);
  const sum = (of: readonly number[]) => of.reduce((total, each) => total + each, 0);
  const stored = sum(read.map(({ viewerMs }) => viewerMs));
  const real = sum([...truth.values()].map(({ viewerMs }) => viewerMs));
  // A sweep stands for the minute before it.
  expect(Math.abs(stored / real - 1)).toBeLessThan(0.01);
  const restarts = sum([...truth.values()].map(({ starts }) => starts.size - 1));
  const interruptions = sessions.absences(start, start + HOUR).length;
  expect(restarts).toBeGreaterThan(5);
  expect(interruptions).toBeGreaterThan(0);
  expect(interruptions).toBeLessThanOrEqual(restarts);
  db.close();
});
