import { expect, test } from 'vitest';
import { createClockSkew } from '../../src/cluster/clock-skew.ts';
import { ageOf, freshnessOf } from '../../src/cluster/freshness.ts';
import { emptyResource, failed, succeeded } from '../../src/cluster/resource.ts';

const reply = { value: { a: 1 }, unreadable: [], generatedAt: 5 };

test('a value is fresh for three intervals, then stale; a failure names itself and keeps the value', () => {
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

test('what nobody polls does not turn stale', () => {
  expect(freshnessOf(succeeded(emptyResource(), reply, 0), 1e9)).toBe('fresh');
});

test('one slow response does not move the clock skew, a clock that was set does', () => {
  const skew = createClockSkew();
  for (let at = 0; at < 9; at++) skew.add(at * 1000 + 3_600_000, at * 1000 + 10, 20);
  expect(skew.current).toBe(3_600_000);
  expect(skew.add(10_000 + 3_600_000, 25_000, 15_000)).toBe(3_600_000);
  for (let at = 30; at < 40; at++) skew.add(at * 1000, at * 1000, 0);
  expect(skew.current).toBe(0);
});
