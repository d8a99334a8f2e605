import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/base/durations.ts';
import { dateTime } from '../../../src/base/format.ts';
import { tableKeys } from '../../../src/base/table.ts';
import { capacityOf } from '../../../src/history/report/capacity.ts';
import type { KindName } from '../../../src/history/samples/kinds.ts';
import { rollUpDue, seal } from '../../../src/history/samples/seal.ts';
import { createSeriesReader, type SeriesReader } from '../../../src/history/samples/series.ts';
import { hash } from '../../../src/simulator/rng.ts';
import { reachedText } from '../../../src/views/report/capacity.ts';
import { isLong } from '../../support/long.ts';
import { addTotals, openSamples } from '../rig.ts';

const START = Date.UTC(2026, 8, 1);
const WORLDS = isLong ? 50 : 20;

/** Viewers of a whole cluster, hour by hour, with `peakOf(day)` at noon. */
async function history(days: number, peakOf: (day: number) => number, stepMs = (_day: number) => HOUR_MS) {
  const { db, store } = await openSamples();
  const end = START + days * DAY_MS;
  for (let at = START; at < end; at += stepMs(Math.floor((at - START) / DAY_MS))) {
    const day = Math.floor((at - START) / DAY_MS);
    const viewers = Math.round(peakOf(day) * ((at - START) % DAY_MS === DAY_MS / 2 ? 1 : 0.5));
    addTotals(store, at, viewers, null, 2_000);
  }
  await seal(db, store, end);
  await rollUpDue(db, store, end);
  return (await capacityOf(createSeriesReader(db), end, []))[0];
}

test('a peak that grows by 10 a day reaches its limit on the right day, despite one unusual day', async () => {
  const capacity = await history(30, (day) => (day === 12 ? 1_900 : 1_000 + 10 * day));
  expect(capacity).toMatchObject({ figure: 'viewers', limit: 2_000, peak: 1_290, days: 30 });
  expect(capacity?.growth).toBeCloseTo(10, 0);
  expect(capacity?.growthRange?.map(Math.round)).toEqual([10, 10]);
  // 1,290 on the last day, 71 days of 10 to go.
  const inDays = ((capacity?.reachedAt ?? 0) - (START + 30 * DAY_MS)) / DAY_MS;
  expect(Math.abs(inDays - 71.5)).toBeLessThan(3.5);
});

test('the last day does not displace the others, though it has finer data', async () => {
  const stepMs = (day: number) => (day === 9 ? HOUR_MS / 60 : HOUR_MS / 4);
  expect((await history(10, (day) => 1_000 + 10 * day, stepMs))?.days).toBe(10);
});

/** The result of `capacityOf` for figures of the last days: noon has the peak, and the limit is 2,000. */
async function capacities(
  kinds: readonly KindName[],
  days: number,
  peakOf: (day: number) => number,
  limit = 2_000,
) {
  const now = START + days * DAY_MS;
  const series: SeriesReader = {
    names: (kind) => (kinds.includes(kind) ? [`${kind}-1`] : []),
    read({ column }, from, to) {
      const points = [];
      for (let at = START + HOUR_MS; at <= now; at += HOUR_MS) {
        if (at <= from || at > to) continue;
        const day = Math.floor((at - START - 1) / DAY_MS);
        const used = peakOf(day) * ((at - START) % DAY_MS === DAY_MS / 2 ? 1 : 0.5);
        const most = column.endsWith('Limit') ? limit : used;
        points.push({ at, mean: most, least: most, most });
      }
      return { points, resolution: HOUR_MS };
    },
  };
  return { now, found: await capacityOf(series, now, []) };
}

test('a week is enough for a trend, six days are not, and what does not grow never reaches its limit', async () => {
  const [short] = (await capacities(['server'], 6, (day) => 1_000 + 10 * day)).found;
  const { growth, growthRange, reachedAt, reachedRange } = short ?? {};
  expect(short).toMatchObject({ days: 6, peak: 1_050 });
  expect([growth, growthRange, reachedAt, reachedRange]).toEqual(Array(4).fill(undefined));
  expect(short && reachedText(short)).toBe('—');
  const [week] = (await capacities(['server'], 7, (day) => 1_000 + 10 * day)).found;
  expect(week).toMatchObject({ days: 7, growth: 10, growthRange: [10, 10] });
  const [level] = (await capacities(['server'], 20, () => 1_000)).found;
  expect(level?.reachedAt).toBe(Number.POSITIVE_INFINITY);
});

test('the last sixty days count, earlier ones do not; a limit that is exceeded counts as reached now', async () => {
  const { found } = await capacities(['server'], 90, (day) => 1_000 + day);
  expect(found[0]).toMatchObject({ days: 60, peak: 1_089 });
  const over = await capacities(['server'], 20, () => 2_000);
  expect(over.found[0]).toMatchObject({ reachedAt: over.now, reachedRange: [over.now, over.now] });
});

test('every limit is judged, and where none will be reached the fullest comes first', async () => {
  const all = (await capacities(['total', 'server', 'application'], 20, () => 1_000)).found;
  const streams = 'application application-1 streams, application application-1 viewers';
  const traffic = 'server server-1 in, server server-1 out';
  const totals = 'viewers streams in out transcode'.split(' ').map((figure) => `total total-1 ${figure}`);
  expect(all.map(({ kind, name, figure }) => `${kind} ${name} ${figure}`).join(', ')).toBe(
    [...totals, traffic, streams].join(', '),
  );
  expect((await capacities(['server'], 20, () => 1_000, 0)).found).toEqual([]);
});

test('the highest day of each week decides, not the mean of all days', async () => {
  // Sundays have 1,200 at first and 50 more each week; the other days stay at 700.
  const sundays = (day: number) => (day % 7 === 6 ? 1_200 + (50 * (day - 6)) / 7 : 700);
  const { now, found } = await capacities(['server'], 59, sundays);
  const last = 1_200 + 50 * 7;
  expect(found[0]).toMatchObject({ peak: last, growth: expect.closeTo(50 / 7, 1) });
  // 450 to go from the last Sunday, three days ago.
  expect(((found[0]?.reachedAt ?? 0) - now) / DAY_MS).toBeCloseTo((2_000 - last) / (50 / 7) - 3, -1);
  // Every second Sunday has 7 more, so the growth differs by one a day; of eight weeks it may differ by a quarter more.
  const uneven = await capacities(['server'], 59, (day) => sundays(day) + (day % 14 === 6 ? 7 : 0));
  const [slowest = 0, fastest = 0] = uneven.found[0]?.growthRange ?? [];
  expect([slowest, fastest]).toEqual([expect.closeTo(50 / 7 - 1.25), expect.closeTo(50 / 7 + 1.25)]);
});

test('a limit that was reached in the last week is exceeded since the first time', async () => {
  const { found } = await capacities(['server'], 30, (day) => (day === 20 || day === 27 ? 2_100 : 1_500));
  expect(found[0]?.exceededSince).toBe(START + 20 * DAY_MS + DAY_MS / 2);
  const before = await capacities(['server'], 30, (day) => (day === 12 ? 2_100 : 1_500));
  const last = START + 12 * DAY_MS + DAY_MS / 2;
  expect(before.found[0]).toMatchObject({ exceededSince: undefined, exceededLast: last });
  const words = `, exceeded on ${dateTime(last).slice(0, 10)}`;
  expect(before.found[0] && reachedText(before.found[0])).toContain(words);
});

/** A year: Sundays are the highest days, they grow by 60 a week from 3,000, and every day differs by up to 8 %. */
function growingYear(seed: number): (day: number) => number {
  return (day) => {
    const noise = 1 + 0.16 * (hash(seed, day) / 2 ** 32 - 0.5);
    return (3_000 + (60 * day) / 7) * (day % 7 === 6 ? 1 : 0.7) * noise;
  };
}

test.each([1, 2, 3])(
  'a year of Sundays, %s: the day of the limit is in the range of each forecast',
  async (seed) => {
    const sundays = growingYear(seed);
    const limit = 5_200;
    const first = Array.from({ length: 365 }, (_, day) => day).find((day) => sundays(day) >= limit) ?? 0;
    const truth = START + first * DAY_MS + DAY_MS / 2;
    for (const ahead of [7, 14, 28, 56]) {
      const { found } = await capacities(['server'], first - ahead, sundays, limit);
      const [earliest = 0, latest = 0] = found[0]?.reachedRange ?? [];
      expect([ahead, earliest - DAY_MS < truth, truth < latest + DAY_MS]).toEqual([ahead, true, true]);
    }
    const lastSunday = await capacities(['server'], first - 3, sundays, limit);
    const week = [4, 5, 6, 7, 8, 9, 10].map((ago) => sundays(first - ago));
    expect(lastSunday.found[0]?.peak).toBe(Math.max(...week));
    // A hundred days later the limit is still known to be exceeded since the first time.
    const later = await capacities(['server'], first + 101, sundays, limit);
    expect(later.found[0]?.exceededSince).toBe(truth);
    const words = `exceeded since ${dateTime(truth).slice(0, 10)}`;
    expect(later.found[0] && reachedText(later.found[0])).toBe(words);
  },
);

/** What else than growth the peaks of a drawn world have: shares of them, and of the step a share of the first. */
const shapes = {
  weeks: { weekly: 0.5, noise: 0.05, step: 0, curve: 0 },
  noise: { weekly: 0, noise: 0.25, step: 0, curve: 0 },
  'a step': { weekly: 0, noise: 0.05, step: 0.4, curve: 0 },
  all: { weekly: 0.5, noise: 0.25, step: 0.4, curve: 0.05 },
} as const;

test.each(tableKeys(shapes))(
  'in nine of ten drawn worlds the day of the limit is in the range: %s',
  async (name) => {
    const { weekly, noise, step, curve } = shapes[name];
    for (const days of [10, 30, 36, 45, 60]) {
      let inside = 0;
      for (let seed = 1; seed <= WORLDS; seed++) {
        const draw = (number: number) => hash(seed, number) / 2 ** 32;
        const [low, stepDay, rest] = [1 - weekly * draw(1), days * draw(2), Math.floor(7 * draw(3))];
        const peakOf = (day: number) =>
          (1_000 +
            (3 + 20 * draw(4)) * day +
            curve * draw(5) * day ** 2 +
            (day > stepDay ? 1_000 * step * (draw(6) - 0.3) : 0)) *
          ((day + rest) % 7 < 2 ? 1 : low) *
          (1 + noise * (2 * draw(100 + day) - 1));
        const before = Math.max(...Array.from({ length: days }, (_, day) => peakOf(day)));
        const limit = before * (1.05 + 0.6 * draw(7));
        let first = days;
        while (peakOf(first) < limit) first++;
        const { found } = await capacities(['server'], days, peakOf, limit);
        const [earliest = 0, latest = 0] = found[0]?.reachedRange ?? [];
        const truth = START + first * DAY_MS + DAY_MS / 2;
        if (earliest - DAY_MS < truth && truth < latest + DAY_MS) inside++;
      }
      expect([days, inside / WORLDS >= 0.9]).toEqual([days, true]);
    }
  },
);

test('the peak of a day that was hardly watched counts as used', async () => {
  const grows = (day: number) => 1_000 + 10 * day;
  const hours = (day: number) => (day === 28 ? 12 * HOUR_MS : HOUR_MS);
  const capacity = await history(30, (day) => (day === 28 ? 1_620 : grows(day)), hours);
  expect(capacity).toMatchObject({ peak: 1_620, days: 29 });
});
