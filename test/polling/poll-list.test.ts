import { expect, test } from 'vitest';
import type { StreamQuery } from '../../src/cluster/state.ts';
import type { PageQuery } from '../../src/http/api.ts';
import { noInterest } from '../../src/polling/monitor.ts';
import type { FakeApi } from '../support/fake-api.ts';
import { range, streams, watch } from './support.ts';

const BY_VIEWERS: StreamQuery = { orderBy: 'viewerCount', order: 'asc' };

const application = (id: number, more = {}) => {
  return { id: `${id}`, name: `a${id}`, clusterConnectionData: { latency: id, ...more } };
};

/** A monitor whose user looks at streams; `asked` leaves out the requests of the sweep. */
function watchStreams(change: Partial<FakeApi> = {}) {
  const watched = watch(change);
  const { fake, store, monitor } = watched;
  const look = (from: number, to: number, query = BY_VIEWERS) =>
    monitor.setInterest({ ...noInterest, streams: { query, from, to } });
  const asked = () =>
    fake.calls.flatMap(({ name, at, input }) => {
      const { page, rowsPerPage: rows, orderBy } = input as PageQuery;
      return name === 'streams' && orderBy === 'viewerCount' ? [{ at, page, rows }] : [];
    });
  const list = () => store.getState().streams;
  return { ...watched, look, asked, list };
}

test('the visible streams have a history, and the others of their page have none', async () => {
  const { clock, store, monitor, look } = watchStreams({ streams: streams(550) });
  look(10, 20);
  monitor.start();
  await clock.advance(500);
  const { history } = store.getState();
  expect(range(0, 549).filter((id) => history.has(`stream/${id}/viewers`))).toEqual(range(10, 19));
  expect(history.last('stream/19/viewers', clock.now())).toBe(19);
});

test('of five hundred streams each has a history before it is looked at', async () => {
  const { clock, store, monitor } = watch({ streams: streams(500) });
  monitor.start();
  await clock.advance(500);
  const { history } = store.getState();
  expect(range(0, 499).every((id) => history.has(`stream/${id}/viewers`))).toBe(true);
});

test('the visible applications have a history, however many there are', async () => {
  const applications = range(1, 150).map((id) => application(id, { startDate: 1_000 }));
  const { clock, fake, store, monitor } = watch({ applications });
  monitor.setInterest({ ...noInterest, applications: { query: {}, from: 0, to: 3 } });
  monitor.start();
  await clock.advance(500);
  const { history } = store.getState();
  expect(history.last('application/3/latency', clock.now())).toBe(3);
  expect(history.has('application/4/latency')).toBe(false);
  fake.applications = range(1, 150).map((id) => application(id, { startDate: 9_000 }));
  await clock.advance(6_000);
  const events = store.getState().events.map(({ kind, subject }) => `${kind} ${subject}`);
  expect(events).toEqual(['reconnect a1', 'reconnect a2', 'reconnect a3']);
});

test('a small number of applications has a history without being visible', async () => {
  for (const count of [99, 100, 101]) {
    const { clock, store, monitor } = watch({ applications: range(1, count).map((id) => application(id)) });
    monitor.start();
    await clock.advance(500);
    expect([count, store.getState().history.has('application/7/latency')]).toEqual([count, count <= 100]);
  }
});

test('scrolling requests rows that are not loaded, at once but at most every 300 ms', async () => {
  const { clock, monitor, look, asked, list } = watchStreams({ streams: streams(2_000) });
  look(0, 40);
  monitor.start();
  await clock.advance(1_000);
  // Rows of the loaded page need no request.
  for (let from = 0; from <= 60; from += 10) {
    look(from, from + 40);
    await clock.advance(10);
  }
  expect(asked().map(({ at, page }) => [at, page])).toEqual([[0, 1]]);
  look(100, 140);
  await clock.advance(50);
  expect(list().value?.items.get(139)?.viewerCount).toBe(139);
  for (let from = 140; from < 1_500; from += 40) {
    look(from, from + 40);
    await clock.advance(20);
  }
  const times = [...new Set(asked().map(({ at }) => at))];
  const begins = times.filter((at, index) => at - (times[index - 1] ?? -1_000) > 100);
  for (const [index, at] of begins.entries()) {
    if (index > 0) expect(at - (begins[index - 1] ?? 0)).toBeGreaterThanOrEqual(300);
  }
  expect(begins.length).toBeGreaterThanOrEqual(4);
  await clock.advance(400);
  expect(list().value?.items.get(1_499)?.viewerCount).toBe(1_499);
});

test('a window over several pages is read whole, a huge one up to six pages', async () => {
  const { clock, monitor, look, asked, list } = watchStreams({ streams: streams(5_000) });
  look(250, 500);
  monitor.start();
  await clock.advance(200);
  expect(
    asked()
      .map(({ page, rows }) => `${page} of ${rows}`)
      .join(),
  ).toBe('3 of 100,4 of 100,5 of 100');
  expect([...(list().value?.items.keys() ?? [])].sort((a, b) => a - b)).toEqual(range(200, 499));
  monitor.setInterest(noInterest);
  const before = asked().length;
  look(1_000, 4_000);
  await clock.advance(1_000);
  expect(
    asked()
      .slice(before)
      .map(({ page }) => page),
  ).toEqual(range(11, 16));
});

test('a list of unknown length is read page by page', async () => {
  const { clock, monitor, look, list } = watchStreams({ streams: streams(250), countsItems: false });
  look(0, 40);
  monitor.start();
  await clock.advance(200);
  expect(list().value?.totalItems).toBe(101);
  look(61, 101);
  await clock.advance(400);
  look(162, 202);
  await clock.advance(3_500);
  expect(list().value).toMatchObject({ totalItems: 250 });
  expect(list().value?.items.get(201)?.viewerCount).toBe(201);
});

test('another query empties the list and marks it as in progress, and the earlier query shows its rows again', async () => {
  const { clock, fake, monitor, look, asked, list } = watchStreams({ streams: streams(50) });
  look(0, 40);
  monitor.start();
  await clock.advance(500);
  expect(list()).toMatchObject({ fetching: false, updatedAt: expect.any(Number) });
  monitor.setInterest(noInterest);
  await clock.advance(5_000);
  const before = asked().length;
  // The same query, written in another way.
  look(0, 40, { order: 'asc', search: undefined, orderBy: 'viewerCount' });
  await clock.advance(5);
  expect(list().value?.items.size).toBe(50);
  expect(list()).toMatchObject({ updatedAt: expect.any(Number) });
  expect(asked()).toHaveLength(before + 1);
  fake.latency = 400;
  look(0, 40, { ...BY_VIEWERS, search: 'k1' });
  await clock.advance(50);
  expect(list()).toMatchObject({ fetching: true, updatedAt: undefined, value: { query: { search: 'k1' } } });
  expect(list().value?.items.size).toBe(0);
});
