import { expect, test } from 'vitest';
import type { JournalItem } from '../../../src/cluster/journal/log.ts';
import { objectRates } from '../../../src/views/journal/rates.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const entry = (minutesAgo: number, objectName: string | null): JournalItem => ({
  kind: 'entry',
  key: `${minutesAgo} ${objectName}`,
  entry: { id: 1, objectName, message: '', createDate: NOW - minutesAgo * 60_000 },
});
const rates = (...items: readonly JournalItem[]) =>
  objectRates(items, NOW).map(
    (one) => `${one.object} ${one.perMinute} of ${one.total}${one.isNew ? ' new' : ''}`,
  );

test('the busiest object comes first, then the one with more entries in all, then by name', () => {
  const quiet = [entry(5, 'b'), entry(3, 'a'), entry(4, null)];
  const busy = [entry(2, 'c'), entry(0.5, 'c'), entry(0.5, 'd'), entry(0.2, 'd')];
  const order = ['d 2 of 2', 'c 1 of 2', 'a 0 of 1', 'b 0 of 1', '— 0 of 1'];
  expect(rates(...quiet, ...busy)).toEqual(order);
});

test('an object that first wrote in the last quarter of an hour is new, where older entries of others are known', () => {
  expect(rates(entry(16, 'a'), entry(1.5, 'a'), entry(0.5, 'b'))).toEqual(['b 1 of 1 new', 'a 0 of 1']);
  expect(rates(entry(14, 'a'), entry(0.5, 'b'))).toEqual(['b 1 of 1', 'a 0 of 1']);
});

test('each minute has its count, the last one up to now, with entries from the future', () => {
  const [rate] = objectRates([entry(14.5, 'a'), entry(1, 'a'), entry(0, 'a'), entry(-5, 'a')], NOW);
  expect(rate?.minutes).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
});
