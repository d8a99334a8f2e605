import { expect, test } from 'vitest';
import { ageOf, dataEnd, freshnessOf, serversResource, staleFor } from '../../src/cluster/freshness.ts';
import { emptyResource, failed, succeeded } from '../../src/cluster/resource.ts';
import { sampleState } from '../support/sample-state.ts';

const reply = { value: { a: 1 }, unreadable: [], generatedAt: 5 };

test('a value is fresh for three intervals, then stale; a failure is named and keeps the value', () => {
  const empty = { ...emptyResource<{ a: number }>(), interval: 2_000 };
  expect(freshnessOf(empty, 0)).toBe('none');
  const good = succeeded(empty, reply, 10_000);
  expect(freshnessOf(good, 16_000)).toBe('fresh');
  expect(freshnessOf(good, 16_001)).toBe('stale');
  expect(ageOf(good, 9_000)).toBe(0);
  const first = failed(good, { code: 'TIMEOUT', message: 'no response' }, 12_000);
  const second = failed(first, { code: 'HTTP_500', message: 'broken', status: 500 }, 14_000);
  expect(freshnessOf(second, 14_000)).toBe('error');
  expect(second.value).toBe(good.value);
  expect(second.error).toEqual({ code: 'HTTP_500', message: 'broken', status: 500, since: 12_000 });
  expect(succeeded(second, reply, 16_000).error).toBeUndefined();
});

test('a resource that is not polled does not become stale', () => {
  expect(freshnessOf(succeeded(emptyResource(), reply, 0), 1e9)).toBe('fresh');
});

test('the servers are as fresh as the newer of the two answers that contain them', () => {
  const { dashboard, topology } = sampleState();
  const older = { ...topology, updatedAt: 1_000 };
  expect(serversResource({ dashboard, topology: older })).toBe(dashboard);
  expect(serversResource({ dashboard: { ...dashboard, updatedAt: 500 }, topology: older })).toBe(older);
  // A dashboard without servers does not change their age.
  expect(serversResource({ dashboard: { ...dashboard, value: {} }, topology: older })).toBe(older);
});

test('stale data has an age, fresh data has none, and data ends where it was last read', () => {
  const good = succeeded({ ...emptyResource<{ a: number }>(), interval: 2_000 }, reply, 10_000);
  const broken = failed(good, { code: 'TIMEOUT', message: '' }, 12_000);
  const ages = [staleFor(good, 16_000), staleFor(good, 16_001), staleFor(broken, 13_000)];
  expect(ages).toEqual([undefined, 6_001, 3_000]);
  const ends = [dataEnd(good, 16_000), dataEnd(good, 17_000), dataEnd(broken, 13_000)];
  expect(ends).toEqual([16_000, 10_000, 10_000]);
});

test('only requests in progress are marked as such, and no list of unreadable fields is made again', () => {
  const empty = emptyResource<{ a: number }>();
  const good = succeeded({ ...empty, fetching: true }, reply, 1);
  const broken = failed({ ...good, fetching: true }, { code: 'TIMEOUT', message: '' }, 2);
  expect([empty.fetching, good.fetching, broken.fetching]).toEqual([false, false, false]);
  expect(good.unreadable).toBe(empty.unreadable);
  const lost = [{ path: 'data', reason: 'odd', item: false }];
  expect(succeeded(empty, { ...reply, unreadable: lost }, 1).unreadable).toBe(lost);
});
