import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { screenNames } from '../../src/actions/screen-table.ts';
import { turn } from '../../src/base/turn.ts';
import { openClusterSession } from '../../src/session/cluster-session.ts';
import { unit } from '../../src/simulator/rng.ts';
import { Screen } from '../../src/ui/terminal/screen-writer.ts';
import { resolveTheme } from '../../src/ui/theme/resolve.ts';
import { FakeOutput } from '../support/fake-output.ts';
import { fakeServices } from '../support/fake-services.ts';
import { plainTarget } from '../support/hostile-stack.ts';
import { loginTo } from '../support/login.ts';
import { isLong } from '../support/long.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { UiDriver } from '../support/ui-driver.ts';
import { endpointNames, type FaultKind, faultKinds } from '../world/faults.ts';
import { startSimulator } from '../world/start.ts';

const MINUTE = 60_000;
const HOURS = isLong ? 24 : 2;
const SPAN = HOURS * 60 * MINUTE;
/** Polls every 32 s instead of 2: a day is over in half a minute, and everything else is the same. */
const INTERVAL = 32;
const STEP = 8_000;
/** With these faults a request waits for the clock, which advances only after the step. */
const hanging = new Set<FaultKind>(['black-hole', 'slow-drip', 'rate-limit', 'rate-limit-bare']);
/** A refused login ends polling for good, as it must. */
const targets = endpointNames.filter((name) => name !== 'login');
/** Would need gigabytes in a day, and is tested by the fault matrix. */
const left = new Set<FaultKind>(['giant-body']);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

test(`${HOURS} hours under random faults leave nothing behind`, async () => {
  let draw = 0;
  const random = () => unit(20_261_120, draw++);
  const rejections: unknown[] = [];
  const onRejection = (error: unknown) => rejections.push(error);
  process.on('unhandledRejection', onRejection);

  const clock = new ManualClock();
  const simulator = await startSimulator({ scenario: 'quiet', seed: 3, clock });
  const { credentials, url } = loginTo(simulator);
  const target = { ...plainTarget, name: 'soak', url, cloudUrl: undefined, interval: INTERVAL };
  const session = openClusterSession({ target, clock, credentials, random });
  session.monitor.start();

  const kinds = (Object.keys(faultKinds) as FaultKind[]).filter((kind) => !left.has(kind));
  const levels: Level[] = [];
  let slow = false;
  for (let at = 0; at < SPAN; at += STEP) {
    const into = at % (5 * MINUTE);
    if (into < STEP) {
      const kind = kinds[Math.floor(random() * kinds.length)] as FaultKind;
      const endpoint = random() < 0.5 ? undefined : targets[Math.floor(random() * targets.length)];
      simulator.faults.set({ kind, endpoint });
      slow = hanging.has(kind);
    } else if (into >= 2 * MINUTE) {
      simulator.faults.clear();
    }
    await clock.advance(STEP);
    await settle(simulator.requests, slow);
    simulator.requests.length = 0;
    if (at % (60 * MINUTE) === 30 * MINUTE) await visit(session, clock);
    // at the end of each quarter, four minutes after the last fault
    if ((at + STEP) % (SPAN / 4) === 0) levels.push(await level(clock));
  }

  // all is well again after the last fault
  const { error, updatedAt = 0 } = session.store.getState().dashboard;
  expect([error, clock.now() - updatedAt < 2 * INTERVAL * 1_000]).toEqual([undefined, true]);
  const [, second, , last] = levels as [Level, Level, Level, Level];
  expect(last.heap, 'MB of heap at the end against those in the middle').toBeLessThan(second.heap * 1.1 + 4);
  expect(last.timers, 'timers').toBeLessThanOrEqual(second.timers + 2);
  // Connections of the pool come and go; a leak would be hundreds.
  expect(last.handles, 'handles').toBeLessThanOrEqual(second.handles + 10);
  expect(last.listeners, 'listeners of the process').toBe(second.listeners);
  expect(rejections).toEqual([]);

  await session.close();
  await simulator.close();
  await turn();
  expect(clock.waiting, 'timers after the end').toBe(0);
  process.off('unhandledRejection', onRejection);
});

type Level = Awaited<ReturnType<typeof level>>;

async function level(clock: ManualClock) {
  for (let round = 0; round < 3; round++) {
    collect();
    await turn();
  }
  return {
    heap: process.memoryUsage().heapUsed / 1024 / 1024,
    timers: clock.waiting,
    handles: process.getActiveResourcesInfo().length,
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
  };
}

/** Lets the answers of a step arrive; requests that wait for the clock are left alone. */
async function settle(log: readonly { status: number }[], slow: boolean): Promise<void> {
  const patience = performance.now() + (slow ? 3 : 100);
  let quiet = 0;
  while (quiet < 4 && performance.now() < patience) {
    await turn();
    quiet = log.some(({ status }) => status === 0) ? 0 : quiet + 1;
  }
}

/** A user opens every screen and leaves it again. */
async function visit(session: ReturnType<typeof openClusterSession>, clock: ManualClock): Promise<void> {
  const { store, triage, monitor } = session;
  const services = { ...fakeServices(store.getState()), clock, cluster: store, triage, session };
  const { runtime } = new UiDriver(services, { columns: 120, rows: 40 }, 'overview');
  const output = new FakeOutput(120, 40);
  const screen = new Screen({ output, theme: resolveTheme('dark', 'truecolor'), clock });
  runtime.start();
  for (const name of screenNames) {
    runtime.goTo(name);
    await clock.advance(1_000);
    for (const pane of runtime.panes()) screen.setSurface(pane.id, pane.rect, pane.lines, pane.layer);
    screen.flush();
  }
  runtime.stop();
  screen.destroy();
  monitor.setInterest({ servers: false, watchedStreams: [], watchedApplications: [], viewers: [] });
}
