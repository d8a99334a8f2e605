import { expect, test } from 'vitest';
import * as format from '../../src/base/format.ts';

const { clockTime, count, counted, dateTime, duration, limit, percent, rate, share } = format;

test('counts have three digits and a unit', () => {
  const counts = [0, 999, 1000, 12_345, 99_950, 999_499, 999_500, 999.5e15, 1e308, -1500];
  const written = '0 999 1.00k 12.3k 100k 999k 1.00M >999P >999P -1.50k';
  expect(counts.map(count).join(' ')).toBe(written);
  for (const write of [count, clockTime, dateTime])
    expect([null, undefined, Number.NaN].map(write)).toEqual(['—', '—', '—']);
  expect([clockTime(1e17), dateTime(Number.POSITIVE_INFINITY)]).toEqual(['—', '—']);
});

test('rates convert bytes per second to bits or bytes, always with the unit', () => {
  expect([125_000_000, undefined, 0].map((value) => rate(value, 'bits')).join()).toBe(
    '1.00 Gbit/s,—,0 bit/s',
  );
  expect([rate(125_000_000, 'bytes'), format.rateShort(125_000_000, 'bits')]).toEqual(['125 MB/s', '1.00G']);
});

test('no limit, a blocked limit and an unknown one are written differently', () => {
  expect([limit(null), limit(0), limit(undefined)]).toEqual(['∞', '0', '—']);
  const shares = [null, 0, undefined, 10].map((most) => share(5, most));
  expect(shares).toEqual([undefined, 1, undefined, 0.5]);
});

test('durations have two units', () => {
  const times = [0, 59_999, 76_000, 200_000, 7_500_000, 360_000_000].map(duration);
  expect(times.join()).toBe('0s,59s,1m 16s,3m 20s,2h 05m,4d 04h');
});

test('writes amounts, whole numbers, counts and lists', () => {
  expect([format.bytes(12_300_000_000), format.whole(1_234_567)]).toEqual(['12.3 GB', '1 234 567']);
  expect([counted(1, 'viewer'), counted(3_000, 'viewer')]).toEqual(['1 viewer', '3.00k viewers']);
  expect(format.listed(['a', 'b', 'c', 'd'])).toBe('a, b, c and 1 more');
});

test('100 percent are written only where they are reached', () => {
  const shares = [99.5, 99.99, 100, 100.4, undefined];
  expect(shares.map((value) => percent(value))).toEqual(['99%', '99%', '100%', '100%', '—']);
});

test.each([
  [98, 100, '98 of 100'],
  [19_500, 20_000, '19.5k of 20.0k'],
  [19_990, 20_000, '19 990 of 20 000'],
  [20_000, 20_000, '20.0k of 20.0k'],
])('%d of a limit of %d is never written as the limit', (value, max, text) => {
  expect(format.ofLimit(value, max)).toBe(text);
});
