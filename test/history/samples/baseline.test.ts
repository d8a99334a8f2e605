import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/base/durations.ts';
import { usualAt } from '../../../src/history/samples/baseline.ts';
import type { SeriesReader } from '../../../src/history/samples/series.ts';
import { clusterViewers } from '../rig.ts';

const NOW = new Date(2026, 10, 20, 9, 0).getTime();

/** Viewers that are 1,000 at nine in the morning and 100 otherwise, for this many days. */
function days(known: number, odd?: number): SeriesReader {
  return {
    names: () => ['cluster'],
    read(_id, from, to) {
      const points = [];
      for (let at = Math.ceil(from / MINUTE_MS) * MINUTE_MS; at <= to; at += 15 * MINUTE_MS) {
        if (NOW - at > known * DAY_MS) continue;
        const isMorning = Math.abs(new Date(at).getHours() + new Date(at).getMinutes() / 60 - 9) <= 0.5;
        const isOdd = odd !== undefined && Math.abs(NOW - odd * DAY_MS - at) < HOUR_MS;
        const usual = isMorning ? 1_000 : 100;
        const mean = isOdd ? 1e6 : usual;
        points.push({ at, mean, least: mean, most: mean });
      }
      return { points, resolution: 15 * MINUTE_MS };
    },
  };
}

test('the usual value is that of the same hour in other weeks, not of the hour before', () => {
  const usual = { median: 1_000, weeks: 8, thin: false };
  expect(usualAt(days(60), clusterViewers, NOW)).toMatchObject(usual);
  // One unusual day does not change it.
  expect(usualAt(days(60, 14), clusterViewers, NOW)).toMatchObject(usual);
});

test('a short history is reported as thin, and no history as none', () => {
  expect(usualAt(days(10), clusterViewers, NOW)).toMatchObject({ weeks: 1, thin: true });
  expect(usualAt(days(3), clusterViewers, NOW)).toBeUndefined();
});
