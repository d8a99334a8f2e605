import { expect, test } from 'vitest';
import { JournalRates } from '../../../src/triage/memory/journal-rates.ts';
import { START } from '../support.ts';

const MINUTE = 60_000;
/** The rate of an object that wrote entries this many seconds ago. */
function rateOf(...secondsAgo: readonly number[]) {
  const rates = new JournalRates();
  for (const seconds of secondsAgo.toSorted((a, b) => b - a)) rates.add('loud', START - 1_000 * seconds);
  return rates.loud(START, 0).get('loud');
}
/** This many entries in the minute that began this many minutes ago. */
const minute = (ago: number, count: number) =>
  Array.from({ length: count }, (_, index) => 60 * ago - 1 - index);

test('the entries of the last minute are counted, also those dated in the future', () => {
  expect(rateOf(0, 59, -5)?.lastMinute).toBe(3);
  expect(rateOf(0, 60, 61)?.lastMinute).toBe(1);
});

test('a usual minute is the median of those before, as far back as the log reaches', () => {
  expect(rateOf(0, ...minute(2, 4))?.usual).toBeUndefined();
  expect(rateOf(0, ...minute(2, 4), 120)?.usual).toBe(5);
  expect(rateOf(0, ...minute(2, 4), ...minute(3, 9), ...minute(4, 1), 240)?.usual).toBe(4);
  const old = Array.from({ length: 20 }, (_, index) => index + 2).flatMap((ago) =>
    minute(ago, ago > 10 ? 50 : 2),
  );
  expect(rateOf(0, ...old)?.usual).toBe(2);
});

test('the dense part of the log goes back while there are at least half as many entries as at its peak', () => {
  const dense = (...seconds: readonly number[]) => (START - (rateOf(...seconds)?.denseSince ?? 0)) / 1_000;
  expect(dense(1, 2, 3, 4, 13, 14)).toBe(18);
  expect(dense(1, 2, 3, 4, 13)).toBe(6);
  expect(dense(55)).toBe(60);
});

test('only loud objects have a rate, but the reach of the log comes from all entries', () => {
  const rates = new JournalRates();
  rates.add('other', START - 5 * MINUTE);
  for (const ago of [90, 3, 2, 1]) rates.add('loud', START - 1_000 * ago);
  rates.add('quiet', START - 1_000);
  expect([...rates.loud(START, 3)].map(([object, { usual }]) => [object, usual])).toEqual([['loud', 0]]);
});

test('counts stay right while time passes', () => {
  const rates = new JournalRates();
  for (let second = 0; second < 900; second++) {
    const at = START + 1_000 * second;
    rates.add('loud', at);
    if (second % 100 === 99) {
      const { lastMinute, usual } = rates.loud(at, 0).get('loud') ?? {};
      expect(lastMinute).toBe(60);
      expect(usual).toBe(second < 150 ? undefined : 60);
    }
  }
  expect(rates.loud(START + 1_020_000, 1).size).toBe(0);
});
