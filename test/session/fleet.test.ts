import { expect, onTestFinished, test } from 'vitest';
import type { ClusterSession } from '../../src/session/cluster-session.ts';
import { openFleet } from '../../src/session/fleet.ts';
import type { Severity } from '../../src/triage/problem.ts';
import { calm } from '../support/fake-services.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { failing, openSampleFleet } from '../support/sample-fleet.ts';
import { sampleProblem } from '../support/sample-problem.ts';
import { sampleState } from '../support/sample-state.ts';

const MINUTE = 60_000;

function running(...given: Parameters<typeof openSampleFleet>) {
  const own = openSampleFleet(...given);
  onTestFinished(() => own.fleet.close());
  own.fleet.start();
  /** How often the dashboard of each of these is asked for in the next minute. */
  const polls = async (...names: readonly string[]) => {
    for (const name of names) own.asked(name, '');
    await own.clock.advance(MINUTE);
    return names.map((name) => own.asked(name, 'dashboard'));
  };
  return { ...own, polls };
}

test('a cluster that nobody looks at is polled every ten seconds, an open one every two', async () => {
  const { clock, fleet, polls } = running(['eu', 'us']);
  await clock.advance(3 * MINUTE);
  fleet.look('us');
  expect(await polls('eu', 'us')).toEqual([6, expect.closeTo(30, -1)]);
  fleet.look(undefined);
  await clock.advance(2 * MINUTE);
  const [us = 0] = await polls('us');
  expect(us).toBeLessThanOrEqual(7);
});

test('a change of its problems makes a cluster polled as usual for a minute', async () => {
  const { clock, breaks, asked } = running(['eu', 'us']);
  await clock.advance(3 * MINUTE);
  asked('eu', '');
  asked('us', '');
  const reset = failing('RESET');
  breaks.set('eu', (sent, honest) => (sent.endpoint === 'dashboard' ? reset(sent, honest) : honest()));
  await clock.advance(15_000);
  breaks.delete('eu');
  await clock.advance(45_000);
  expect(asked('eu', 'journal')).toBeGreaterThan(15);
  expect(asked('us', 'journal')).toBeLessThanOrEqual(6);
  await clock.advance(3 * MINUTE);
  asked('eu', '');
  await clock.advance(MINUTE);
  expect(asked('eu', 'journal')).toBeLessThanOrEqual(7);
});

/** A fleet of one cluster whose problems the test chooses, each as key and severity. */
function chosenProblems() {
  const clock = new ManualClock();
  const monitor = { pace: 1, setPace: (pace: number) => Object.assign(monitor, { pace }), stop: () => {} };
  let triage = calm;
  let tell = () => {};
  const session = {
    monitor,
    store: { getState: () => sampleState(), subscribe: () => () => {} },
    triage: {
      getState: () => triage,
      subscribe(listener: () => void) {
        tell = listener;
        return () => {};
      },
    },
    close: async () => {},
  } as unknown as ClusterSession;
  openFleet([{ name: 'eu', facts: undefined, open: () => session }], clock);
  return {
    clock,
    pace: () => monitor.pace,
    set(problems: Readonly<Record<string, Severity>>) {
      const made = Object.entries(problems).map(([key, severity]) => sampleProblem({ key, severity }));
      triage = { ...calm, problems: made };
      tell();
    },
  };
}

test('an end of a problem makes no cluster polled as usual', async () => {
  const { clock, pace, set } = chosenProblems();
  set({});
  set({ hot: 'warning' });
  expect(pace()).toBe(1);
  await clock.advance(2 * MINUTE);
  set({});
  expect(pace()).toBe(5);
});

test('a cluster whose problems keep changing is polled as usual for half of the time at most', async () => {
  const { clock, pace, set } = chosenProblems();
  set({});
  const usual: boolean[] = [];
  for (let second = 0; second < 3_600; second += 10) {
    set(second % 20 === 0 ? { hot: 'warning' } : {});
    usual.push(pace() === 1);
    await clock.advance(10_000);
  }
  expect(usual.slice(0, 30)).not.toContain(false);
  expect(usual.filter(Boolean).length / usual.length).toBeLessThan(0.56);

  // What is worse than all before is looked at once more.
  while (pace() === 1) await clock.advance(10_000);
  set({ hot: 'critical' });
  expect(pace()).toBe(1);
});

test('the pace that the user chose stays with its cluster', async () => {
  const { clock, fleet } = running(['eu', 'us']);
  await clock.advance(1_000);
  const [eu, us] = fleet.members.map(({ session }) => session.monitor);
  fleet.look('eu');
  eu?.setPace(4);
  fleet.look('us');
  expect([eu?.pace, us?.pace]).toEqual([5, 1]);
  fleet.look('eu');
  expect([eu?.pace, us?.pace]).toEqual([4, 5]);
});

test('a cluster that sends too much is paused and says so; opening it goes on', async () => {
  const { clock, fleet, breaks, polls } = running(['eu', 'us'], { bytesPerMinute: 3_000_000, items: 50_000 });
  await clock.advance(1_000);
  breaks.set('eu', (_, honest) => honest('x'.repeat(2_000_000)));
  await clock.advance(MINUTE);
  const [eu, us] = fleet.members;
  expect(eu?.session.cost?.paused).toMatch(/paused: it sent .* within a minute/);
  expect(us?.session.cost?.paused).toBeUndefined();
  breaks.delete('eu');
  expect(await polls('eu')).toEqual([0]);
  fleet.look('eu');
  const [again] = await polls('eu');
  expect(eu?.session.cost?.paused).toBeUndefined();
  expect(again).toBeGreaterThan(20);
});

test.each([
  ['too many objects', { items: 1 }],
  ['too much to judge', { cpuPerMinute: 0 }],
])('a cluster with %s is paused, and one that is open is not', async (_, caps) => {
  const { clock, fleet } = running(['eu', 'us'], caps);
  fleet.look('us');
  await clock.advance(MINUTE);
  expect(fleet.members.map(({ session }) => session.cost?.paused !== undefined)).toEqual([true, false]);
});

test('after a suspension everything goes on, except what is paused', async () => {
  const { clock, fleet, breaks, polls, asked } = running(['eu', 'us'], {
    bytesPerMinute: 3_000_000,
    items: 50_000,
  });
  breaks.set('eu', (_, honest) => honest('x'.repeat(3_100_000)));
  await clock.advance(MINUTE);
  fleet.suspend();
  expect(await polls('us')).toEqual([0]);
  fleet.resume();
  const [paused, us = 0] = await polls('eu', 'us');
  expect([paused, us > 0]).toEqual([0, true]);
  // Where nobody can press a key, a pause ends by itself.
  await clock.advance(4 * MINUTE);
  expect(asked('eu', 'dashboard')).toBeGreaterThan(0);
});
