import { expect, test } from 'vitest';
import { freshnessOf } from '../../src/cluster/freshness.ts';
import { HttpError } from '../../src/http/errors.ts';
import { noInterest } from '../../src/polling/monitor.ts';
import { journalIds, streams, watch } from './support.ts';

test('the first responses are shown as they arrive, within a short time', async () => {
  const { clock, fake, store, monitor } = watch();
  fake.write(3);
  let updates = 0;
  store.subscribe(() => updates++);
  monitor.start();
  await clock.advance(50);
  const state = store.getState();
  expect(state.dashboard.value?.viewersStats?.total?.value).toBe(5);
  expect(state.servers).toHaveLength(1);
  expect(state.journal.items).toHaveLength(3);
  expect(state.history.last('total/viewers', clock.now())).toBe(5);
  expect(state.clockSkew).toBeDefined();
  // The first page of the journal comes with the dashboard, the second a moment later.
  expect(updates).toBe(2);
  expect(state.round).toBe(2);
});

test('each round updates the store once, and no resource is polled faster than its interval', async () => {
  const { clock, fake, store, monitor } = watch();
  monitor.start();
  await clock.advance(50);
  const before = store.getState().round;
  await clock.advance(60_000);
  // Thirty of the dashboard; resources that are read less often are polled together with it.
  expect(store.getState().round - before).toBeLessThanOrEqual(32);
  for (const [name, interval] of Object.entries({ dashboard: 2_000, journal: 2_000, topology: 10_000 })) {
    const times = fake.calls.filter((call) => call.name === name).map((call) => call.at);
    for (const [index, at] of times.entries()) {
      if (index > 0) expect(at - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(interval);
    }
  }
});

test.each([
  [10, 10, true],
  [3_900, 900, true],
  [3_900, 900, false],
  [50_000, 5_000, true],
])('some 75 requests a minute, with %i streams, %i applications, sorted: %s', async (count, more, sorts) => {
  const { clock, fake, monitor } = watch({ sorts, streams: streams(count) });
  fake.applications = streams(more).map((one) => ({ ...one, name: one.id }));
  // The last one moves to the front between two pages.
  fake.fault = ({ name }) => {
    if (name === 'streams') fake.streams.unshift(...fake.streams.splice(-1));
    if (name === 'applications') fake.applications.unshift(...fake.applications.splice(-400));
  };
  fake.write(5_000);
  monitor.start();
  await clock.advance(60_000);
  const before = fake.calls.length;
  for (let minute = 0; minute < 5; minute++) {
    const earlier = fake.calls.length;
    await clock.advance(60_000);
    // The pages of a list are read one after another.
    expect(fake.calls.length - earlier).toBeLessThanOrEqual(100);
  }
  expect(fake.calls.length - before).toBeLessThanOrEqual(5 * 76);
});

test('a failure keeps the value, is named since its first time, and does not affect other resources', async () => {
  const { clock, fake, store, monitor } = watch();
  monitor.start();
  await clock.advance(5_000);
  fake.fault = (call) => {
    if (call.name === 'dashboard') throw new HttpError(500, 'The server failed', {});
  };
  await clock.advance(2_500);
  const since = store.getState().dashboard.error?.since;
  await clock.advance(20_000);
  const state = store.getState();
  expect(state.dashboard.value).toBeDefined();
  expect(state.dashboard.error).toMatchObject({ code: 'HTTP_500', status: 500, since });
  expect(freshnessOf(state.journalResource, clock.now())).toBe('fresh');
  expect(state.history.last('total/viewers', clock.now())).toBeUndefined();
  fake.fault = () => undefined;
  await clock.advance(2_200);
  expect(store.getState().dashboard.error).toBeUndefined();
});

test('all resources recover within one interval after an outage', async () => {
  const { clock, fake, store, monitor } = watch();
  monitor.setInterest({ ...noInterest, servers: true });
  monitor.start();
  await clock.advance(5_000);
  fake.fault = () => {
    throw new HttpError(503, 'unavailable', {});
  };
  await clock.advance(300_000);
  const before = fake.calls.length;
  await clock.advance(60_000);
  expect(fake.calls.length - before).toBeLessThanOrEqual(75);
  fake.fault = () => undefined;
  await clock.advance(2_300);
  const { dashboard, journalResource, topology, streamSweep } = store.getState();
  for (const each of [dashboard, journalResource, topology, streamSweep]) expect(each.error).toBeUndefined();
});

test('there are never two requests for one resource at once, however slow it is and however often it is refreshed', async () => {
  const { clock, fake, store, monitor } = watch();
  fake.latency = 5_000;
  monitor.start();
  for (let press = 0; press < 20; press++) {
    await clock.advance(700);
    monitor.refresh();
  }
  expect(fake.mostAtOnce).toBe(1);
  expect(store.getState().dashboard.fetching).toBe(true);
});

test('the polling interval scales all polls and the limits of staleness', async () => {
  const { clock, fake, store, monitor } = watch();
  monitor.setPace(5);
  monitor.start();
  await clock.advance(60_500);
  expect(fake.count('dashboard')).toBeLessThanOrEqual(7);
  expect(store.getState().dashboard.interval).toBe(10_000);
  monitor.setPace(100);
  expect(monitor.pace).toBe(32);
});

test('only resources that a screen needs are polled, and a new query drops the old response', async () => {
  const { clock, fake, store, monitor } = watch();
  fake.streams = streams(1_000);
  monitor.start();
  await clock.advance(50);
  expect(store.getState().streams.interval).toBeUndefined();
  const look = (query: object, from: number) =>
    monitor.setInterest({ ...noInterest, streams: { query, from, to: from + 40 } });
  look({ orderBy: 'viewerCount', order: 'desc' }, 180);
  await clock.advance(50);
  const { value } = store.getState().streams;
  expect(value).toMatchObject({ totalItems: 1_000, orderIgnored: false });
  expect(value?.items.get(180)?.viewerCount).toBe(819);
  expect(value?.items.get(219)?.viewerCount).toBe(780);
  fake.latency = 1_000;
  await clock.advance(3_300);
  look({ search: 'k1' }, 0);
  expect(fake.mostAtOnce).toBe(1);
  await clock.advance(40);
  expect(store.getState().streams.value?.items.size).toBe(0);
  const queries = new Set<string | undefined>();
  const off = store.subscribe((state) => queries.add(state.streams.value?.query.search));
  await clock.advance(1_100);
  off();
  expect(queries).toEqual(new Set(['k1']));
  expect(store.getState().streams.value?.items.size).toBe(100);
  monitor.setInterest(noInterest);
  const before = fake.count('streams');
  await clock.advance(10_000);
  expect(fake.count('streams')).toBe(before);
});

test('watched streams are read every three seconds', async () => {
  const { clock, fake, monitor } = watch();
  fake.streams = streams(2);
  fake.applications = [{ id: 'a-1', name: 'live' }];
  monitor.setInterest({ ...noInterest, watchedStreams: ['1'], watchedApplications: ['a-1'], viewers: ['v'] });
  monitor.start();
  await clock.advance(30_000);
  for (const call of ['streamBatch', 'applicationBatch', 'viewerBatch'] as const)
    expect([call, Math.abs(fake.count(call) - 10) <= 2]).toEqual([call, true]);
});

test('a journal that reports nothing new is still read on when its first page shows new entries', async () => {
  const { clock, fake, store, monitor } = watch();
  fake.write(1_000);
  monitor.start();
  await clock.advance(500);
  // A full journal drops as many entries as it takes in, all within one tick of the server's clock.
  fake.lastTimestamp = fake.journal[0]?.createDate;
  fake.write(600);
  fake.journal.length = 1_000;
  await clock.advance(3_000);
  const ids = journalIds(store.getState().journal);
  expect(ids.filter((id) => Number(id) > 1_000)).toHaveLength(600);
  expect(ids.every(Number)).toBe(true);
});
