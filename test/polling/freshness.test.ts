import { expect, test } from 'vitest';
import { HttpError } from '../../src/http/errors.ts';
import { noInterest } from '../../src/polling/monitor.ts';
import { streams, watch } from './support.ts';

test('a slow poll is marked as in progress after half a second, a quick one never', async () => {
  const { clock, fake, store, monitor } = watch();
  monitor.start();
  await clock.advance(1_000);
  const marks: boolean[] = [];
  store.subscribe((state) => marks.push(state.dashboard.fetching));
  await clock.advance(4_000);
  expect(new Set(marks)).toEqual(new Set([false]));
  fake.latency = 1_500;
  const before = fake.count('dashboard');
  while (fake.count('dashboard') === before) await clock.advance(10);
  await clock.advance(480);
  expect(store.getState().dashboard.fetching).toBe(false);
  await clock.advance(70);
  expect(store.getState().dashboard.fetching).toBe(true);
  await clock.advance(1_100);
  expect(store.getState().dashboard.fetching).toBe(false);
});

test('an unread resource is in progress from the start, and one that no screen needs is not', async () => {
  const { clock, fake, store, monitor } = watch({ streams: streams(5), latency: 5_000 });
  monitor.start();
  monitor.setInterest({ ...noInterest, watchedStreams: ['1'] });
  await clock.advance(50);
  const { dashboard, watchedStreams, viewers } = store.getState();
  expect([dashboard.fetching, watchedStreams.fetching, viewers.fetching]).toEqual([true, true, false]);
  monitor.setInterest(noInterest);
  await clock.advance(50);
  expect(store.getState().watchedStreams).toMatchObject({ fetching: false, interval: undefined });
  fake.latency = 10;
  await clock.advance(20_000);
  expect(store.getState().dashboard.fetching).toBe(false);
  // Slow again: another pace does not remove the mark.
  fake.latency = 5_000;
  await clock.advance(4_000);
  expect(store.getState().dashboard.fetching).toBe(true);
  monitor.setPace(2);
  await clock.advance(50);
  expect(store.getState().dashboard).toMatchObject({ fetching: true, interval: 4_000 });
});

test('the servers are polled every two seconds while a screen shows them', async () => {
  const { clock, fake, store, monitor } = watch();
  monitor.setInterest(noInterest);
  monitor.start();
  await clock.advance(30_000);
  expect(fake.count('topology')).toBeLessThanOrEqual(4);
  expect(store.getState().topology.interval).toBe(10_000);
  monitor.setInterest({ ...noInterest, servers: true });
  const before = fake.count('topology');
  await clock.advance(10_000);
  expect(fake.count('topology') - before).toBeGreaterThanOrEqual(4);
  expect(store.getState().topology.interval).toBe(2_000);
});

test("the difference to the server's clock follows its drift", async () => {
  const { clock, fake, store, monitor } = watch();
  monitor.start();
  await clock.advance(5_000);
  expect(Math.abs(store.getState().clockSkew ?? 99)).toBeLessThan(25);
  fake.clockOffset = 400;
  await clock.advance(20_000);
  expect(store.getState().clockSkew).toBeGreaterThan(375);
  expect(store.getState().clockSets).toEqual([]);
  fake.clockOffset = 3_600_400;
  await clock.advance(20_000);
  expect(store.getState().clockSkew).toBeGreaterThan(3_600_000);
  expect(store.getState().clockSets).toHaveLength(1);
});

test('servers have a history, whether the dashboard contains them or only the topology', async () => {
  for (const dashboardHasServers of [true, false]) {
    const { clock, fake, store, monitor } = watch({ dashboardHasServers });
    if (dashboardHasServers)
      fake.fault = ({ name }) => {
        if (name === 'topology') throw new HttpError(500, 'broken', {});
      };
    monitor.start();
    await clock.advance(500);
    expect(store.getState().history.last('server/a/cpu', clock.now())).toBe(1);
    expect(store.getState().dashboard.error).toBeUndefined();
    fake.servers = [{ serverName: 'a', serverStats: { cpuUsage: 7 } }];
    await clock.advance(11_000);
    expect(store.getState().history.last('server/a/cpu', clock.now())).toBe(7);
  }
});

test('a cancelled request is no failure', async () => {
  const { clock, store, monitor } = watch({ latency: 5_000 });
  monitor.setInterest({ ...noInterest, watchedStreams: ['1'] });
  monitor.start();
  await clock.advance(1_000);
  monitor.pause();
  await clock.advance(1_000);
  expect(store.getState().dashboard.error).toBeUndefined();
  expect(store.getState().watchedStreams.error).toBeUndefined();
});
