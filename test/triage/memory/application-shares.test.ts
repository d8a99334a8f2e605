import { expect, test } from 'vitest';
import { ApplicationShares } from '../../../src/triage/memory/application-shares.ts';
import { record, START, server } from '../support.ts';

const using = (count: number | undefined, cap: number | null, name = 'edge-1') =>
  record(server(name, { applications: [{ name: 'live', viewers: { count, cap } }] }), START);
const key = 'application/edge-1/live/viewers';

test('a limit is followed from half of it on, and dropped below two fifths', () => {
  const shares = new ApplicationShares();
  let now = START;
  const seen = (count: number | undefined, cap: number | null = 100) => {
    now += 5_000;
    shares.observe([using(count, cap)], now);
    return shares.series.get(key)?.map(({ y }) => y);
  };
  expect(seen(49)).toBeUndefined();
  expect(seen(50)).toEqual([50]);
  expect(seen(40)).toEqual([50, 40]);
  expect(seen(39)).toBeUndefined();
  expect(seen(45)).toBeUndefined();
  expect(seen(80)).toEqual([80]);
  expect(seen(undefined)).toBeUndefined();
  expect(seen(80, null)).toBeUndefined();
  expect(seen(80, 0)).toBeUndefined();
});

test('a missing server adds no points, and at most forty limits are followed', () => {
  const shares = new ApplicationShares();
  shares.observe([{ ...using(60, 100), misses: 1 }], START);
  expect(shares.series.size).toBe(0);
  const fifty = Array.from({ length: 50 }, (_, index) => using(60, 100, `edge-${index}`));
  shares.observe(fifty, START + 5_000);
  expect(shares.series.size).toBe(40);
});
