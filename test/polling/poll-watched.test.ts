import { expect, test } from 'vitest';
import { HttpError } from '../../src/http/errors.ts';
import { noInterest } from '../../src/polling/monitor.ts';
import type { FakeApi } from '../support/fake-api.ts';
import { range, stream, streams, watch } from './support.ts';

const names = (from: number, to: number) => range(from, to).map(String);

/** A monitor whose user follows streams by their ids. */
function follow(change: Partial<FakeApi> = {}) {
  const watched = watch(change);
  const { fake, store, monitor } = watched;
  const watchIds = (ids: readonly string[]) => monitor.setInterest({ ...noInterest, watchedStreams: ids });
  /** The batches so far. */
  const batches = () =>
    fake.calls.flatMap(({ name, input }) => (name === 'streamBatch' ? [input as string[]] : []));
  const resource = () => store.getState().watchedStreams;
  const ended = () => resource().value?.flatMap(({ id, endedAt }) => (endedAt === undefined ? [] : id));
  const alive = () => resource().value?.flatMap(({ id, value }) => (value === undefined ? [] : id));
  return { ...watched, watchIds, batches, resource, ended, alive };
}

/** Refuses batches of more than `most` ids, or that contain `bad`. */
const refuses = (fake: FakeApi, most: number, bad = 'none', status = 400) => {
  fake.fault = ({ name, input }) => {
    if (name !== 'streamBatch') return;
    const ids = input as string[];
    if (ids.length > most || ids.includes(bad)) throw new HttpError(status, 'refused', {});
  };
};

test('a followed stream has a history, and its restart is an event within seconds', async () => {
  const first = { ...stream(7), application: 'live', startTime: 1_000 };
  const { clock, fake, store, monitor, watchIds } = follow({ streams: [first] });
  watchIds(['7']);
  monitor.start();
  await clock.advance(500);
  expect(store.getState().history.last('stream/7/viewers', clock.now())).toBe(7);
  fake.streams = [{ ...first, startTime: 60_000 }];
  await clock.advance(3_200);
  expect(store.getState().events).toMatchObject([{ kind: 'stream-restart', subject: 'live/k7' }]);
});

test('a followed application has a history, and its reconnect is an event within seconds', async () => {
  const many = range(1, 200).map((id) => ({ id: `${id}`, name: `a${id}` }));
  const first = { id: '0', name: 'a0', clusterConnectionData: { latency: 5, startDate: 1_000 } };
  const { clock, fake, store, monitor } = watch({ applications: [first, ...many] });
  monitor.setInterest({ ...noInterest, watchedApplications: ['a0'] });
  monitor.start();
  await clock.advance(500);
  expect(store.getState().history.last('application/0/latency', clock.now())).toBe(5);
  fake.applications = [{ ...first, clusterConnectionData: { latency: 5, startDate: 9_000 } }, ...many];
  await clock.advance(3_200);
  expect(store.getState().events).toMatchObject([{ kind: 'reconnect', subject: 'a0' }]);
});

test('an added id is requested at once, a removed or repeated one is not', async () => {
  const { clock, store, monitor, watchIds, batches, alive } = follow({ streams: streams(9) });
  watchIds(['1', '2']);
  monitor.start();
  await clock.advance(500);
  const { round } = store.getState();
  watchIds(['1', '2']);
  await clock.advance(100);
  expect(batches()).toEqual([['1', '2']]);
  // Nothing on the screen changes because of it.
  expect(store.getState().round).toBe(round);
  watchIds(['2', '3']);
  await clock.advance(100);
  expect(batches().slice(1)).toEqual([['2', '3']]);
  expect(alive()).toEqual(['2', '3']);
  watchIds(['3']);
  await clock.advance(100);
  expect(batches()).toHaveLength(2);
  expect(alive()).toEqual(['3']);
  watchIds([]);
  await clock.advance(20_000);
  expect(batches()).toHaveLength(2);
});

test('more than a hundred ids are requested in several batches', async () => {
  const { clock, monitor, watchIds, batches, alive } = follow({ streams: streams(250) });
  watchIds(names(0, 249));
  monitor.start();
  await clock.advance(500);
  expect(batches().map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(alive()).toEqual(names(0, 249));
});

test('an id that is refused alone has ended, is not requested again, and batches are large again', async () => {
  const { clock, fake, monitor, watchIds, batches, ended, alive } = follow({ streams: streams(8) });
  refuses(fake, 100, 'bad');
  const all = ['1', '2', 'bad', '3'];
  watchIds(all);
  monitor.start();
  await clock.advance(500);
  expect(ended()).toEqual(['bad']);
  expect(alive()).toEqual(['1', '2', '3']);
  await clock.advance(3_200);
  expect(batches().at(-1)).toEqual(['1', '2', '3']);
  expect(batches().filter((ids) => ids.includes('bad')).length).toBeLessThanOrEqual(3);
  expect(ended()).toEqual(['bad']);
});

test('without any answer nothing has ended, and it is an error', async () => {
  const { clock, fake, monitor, watchIds, batches, ended, resource } = follow({ streams: streams(8) });
  watchIds(['1', '2', '3']);
  monitor.start();
  await clock.advance(500);
  refuses(fake, 0);
  await clock.advance(3_200);
  expect(resource().error).toMatchObject({ status: 400 });
  expect(ended()).toEqual([]);
  const before = batches().length;
  refuses(fake, 100);
  await clock.advance(6_500);
  expect(resource().error).toBeUndefined();
  expect(batches().slice(before)).toContainEqual(['1', '2', '3']);
});

test('an id that the server neither returns nor reports as missing has ended, unless it was unreadable', async () => {
  const odd = { path: 'data.found.0', reason: 'odd', item: true };
  for (const unreadable of [[], [{ ...odd, item: false }], [odd]]) {
    const { clock, monitor, watchIds, ended } = follow({ namesMissing: false, unreadable });
    watchIds(['1']);
    monitor.start();
    await clock.advance(500);
    expect(ended()).toEqual(unreadable[0] === odd ? [] : ['1']);
  }
});

test('a viewer that is looked up and not found says so', async () => {
  const { clock, store, monitor } = watch();
  monitor.setInterest({ ...noInterest, viewers: ['v1'] });
  monitor.start();
  await clock.advance(500);
  expect(store.getState().viewers.value).toMatchObject([{ id: 'v1', endedAt: expect.any(Number) }]);
});
