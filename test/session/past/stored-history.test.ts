import { expect, test } from 'vitest';
import type { Point, SeriesReader } from '../../../src/history/samples/series.ts';
import {
  createStoredHistory,
  storedSeriesOf,
  storedSpread,
} from '../../../src/session/past/stored-history.ts';

const point = (at: number, mean: number | null): Point => ({ at, mean, least: mean, most: mean });
const MINUTE = 60_000;

/** A stored history with these points for every figure, and a list of its reads. */
function stored(points: readonly Point[]) {
  const asked: unknown[][] = [];
  const series: SeriesReader = {
    read({ kind, name, column }, from, to) {
      asked.push([kind, name, column, from, to]);
      return { points: points.filter(({ at }) => at > from && at <= to), resolution: undefined };
    },
    names: (kind) => (kind === 'server' ? ['edge-1', 'eu/edge-2'] : []),
  };
  return { history: createStoredHistory(series), asked };
}

test.each([
  ['total/viewers', 'total cluster viewers'],
  ['group/EU/viewers', 'group EU viewers'],
  ['server/edge-1/cpu', 'server edge-1 cpu'],
  ['server/eu/edge-2/cpu', 'server eu/edge-2 cpu'],
  ['stream/live/one/health', 'stream live/one health'],
  ['application/42/latency', 'listedApplication 42 latency'],
  ...['application/42/class', 'server/edge-1/health', 'viewer/v_1/health', 'cpu'].map((key) => [key, '']),
])('%s has its place in the stored history: %s', (key = '', place = '') => {
  const { kind, name, column } = storedSeriesOf(key) ?? {};
  expect([kind, name, column].join(' ').trim()).toBe(place);
});

test('the figure of a moment is the newest one of the ten minutes before it', () => {
  const { history } = stored([point(1_000, 5), point(2_000, 6), point(3_000, 7)]);
  const last = (at: number, key = 'server/edge-1/cpu') => history.last(key, at);
  const end = 3_000 + 10 * MINUTE;
  const found = [999, 1_000, 2_999, 3_000, end - 1, end].map((at) => last(at));
  expect(found).toEqual([undefined, 5, 6, 7, 7, undefined]);
  expect(last(3_000, 'server/edge-1/class')).toBeUndefined();
  expect(stored([point(1_000, null)]).history.last('server/edge-1/cpu', 1_000)).toBeUndefined();
});

test('points and the list of figures use the keys of the live history', () => {
  const { history } = stored([point(1_000, 5), point(2_000, null)]);
  expect(history.points('server/edge-1/cpu', 0, 5_000)).toEqual([
    { at: 1_000, value: 5 },
    { at: 2_000, value: null },
  ]);
  expect(history.points('viewer/v_1/cpu', 0, 5_000)).toEqual([]);
  const keys = ['server/eu/edge-2/cpu', 'server/edge-3/cpu', 'group/edge-1/in', 'cpu'];
  expect(keys.filter((key) => history.has(key))).toEqual(keys.slice(0, 1));
});

test('data that is drawn in each frame is read once', () => {
  const { history, asked } = stored([point(1_000, 5)]);
  for (let frame = 0; frame < 10; frame++) {
    expect(history.window('server/edge-1/cpu', 0, 1_000, 1)).toEqual([5]);
    expect(history.points('server/edge-1/cpu', 0, 1_000)).toHaveLength(1);
  }
  expect(asked).toEqual([['server', 'edge-1', 'cpu', 0, 1_000]]);
  history.points('server/edge-1/cpu', 0, 2_000);
  history.points('server/edge-1/mem', 0, 1_000);
  expect(asked).toHaveLength(3);
});

/* A value counts until three of its usual steps are missing, a single one for 6 s; an unmeasured one is a gap at once. */
test.each<[string, readonly Point[], readonly (number | null)[]]>([
  ['nothing', [], Array(6).fill(null)],
  ['means', [point(1_000, 1), point(1_500, 2), point(2_000, 4), point(2_001, 9)], [1, 3, 9, 9, null, null]],
  ['three steps', [point(500, 1), point(1_000, 2), point(1_500, 3)], [1.5, 3, 3, 3, null, null]],
  ['a long step', [point(400, 1), point(800, 2), point(2_800, 3), point(3_200, 4)], [1.5, 2, 3, 4, 4, null]],
  ['unmeasured', [point(1_000, 1), point(2_000, null)], [1, null, null, null, null, null]],
  ['a single value', [point(1_000, 7)], [7, 7, 7, 7, 7, 7, 7, 7, null]],
])('a stored curve, second by second: %s', (_what, points, expected) => {
  const { length } = expected;
  expect(storedSpread(points, 0, 1_000 * length, length).values).toEqual(expected);
});

test('a point that sums up its time has its own least and most', () => {
  const rolled: Point[] = [
    { at: 60_000, mean: 100, least: 90, most: 9_999 },
    { at: 120_000, mean: 100, least: null, most: null },
  ];
  expect(storedSpread(rolled, 0, 120_000, 2)).toEqual({
    values: [100, 100],
    least: [90, 100],
    most: [9_999, 100],
    peak: { value: 9_999, at: 60_000 },
  });
});
