import { expect, test } from 'vitest';
import { turn } from '../../src/base/turn.ts';
import { openClusterSession } from '../../src/session/cluster-session.ts';
import { plainTarget } from '../support/hostile-stack.ts';
import { ManualClock } from '../support/manual-clock.ts';
import type { FaultKind } from '../world/faults.ts';
import { startSimulator } from '../world/start.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Lets the responses of a step arrive. */
async function settle(log: readonly { status: number }[]): Promise<void> {
  for (let quiet = 0; quiet < 4; ) {
    await turn();
    quiet = log.some(({ status }) => status === 0) ? 0 : quiet + 1;
  }
}

// With the real pollers, a server whose clock is set meanwhile changes every time in its responses.
test.each<[string, FaultKind]>([
  ['is set an hour ahead and later corrected', 'clock-skew'],
  ['jumps back and forth by an hour every ten seconds', 'clock'],
])("a server's clock that %s causes no problem", async (_name, kind) => {
  const clock = new ManualClock();
  const simulator = await startSimulator({ scenario: 'steady', seed: 5, clock });
  const session = openClusterSession({
    target: { ...plainTarget, name: 'clock', url: simulator.url, cloudUrl: undefined },
    clock,
    credentials: async () => ({ username: simulator.username, password: simulator.password }),
    random: () => 0.5,
  });
  session.monitor.start();
  const raised = new Set<string>();
  const watch = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 2_000) {
      await clock.advance(2_000);
      await settle(simulator.requests);
      for (const { key } of session.triage.getState().problems) raised.add(key);
    }
  };
  await watch(MINUTE);
  const before = session.store.getState();
  expect(Math.abs(before.clockSkew ?? HOUR)).toBeLessThan(1_000);
  simulator.faults.set({ kind });
  await watch(MINUTE);
  expect(Math.max(...session.store.getState().clockSets.map(Math.abs))).toBeGreaterThan(HOUR - 2_000);
  simulator.faults.clear();
  await watch(MINUTE);
  expect([...raised]).toEqual([]);
  const { events, clockSkew } = session.store.getState();
  // A publisher of this cluster may leave and return on its own.
  expect(events.filter((event) => event.kind !== 'stream-restart')).toEqual([]);
  expect(Math.abs(clockSkew ?? HOUR)).toBeLessThan(1_000);
  session.monitor.stop();
  await simulator.close();
});
