import { expect, test } from 'vitest';
import type { Stream } from '../../../src/protocol/stream.ts';
import { countedBy, parseListFilter } from '../../../src/views/lists/filter.ts';
import { streamColumns } from '../../../src/views/streams/columns.ts';

const stream = (id: string, streamKey: string, application: string, figures: readonly number[]): Stream => {
  const [viewerCount, healthScore, outBandwidth] = figures;
  return { id, streamKey, application, viewerCount, healthScore, outBandwidth };
};
const streams: readonly Stream[] = [
  stream('1', 'live-big', 'live', [1200, 90, 1e6]),
  stream('2', 'live-sick', 'live', [700, 40, 2e6]),
  stream('3', 'test-1', 'vod', [3, 50, 1000]),
  stream('4', 'unknown', 'my app', []),
];

const passing = (text: string) => {
  const filter = parseListFilter(text, streamColumns, ({ streamKey }) => streamKey);
  expect(filter.problem).toBeUndefined();
  return streams.filter((stream) => filter.test(stream)).map(({ id }) => id);
};

test.each([
  [['1', '2', '3', '4'], '', 'app:'],
  [['1', '2'], 'LIVE', 'viewers>500', 'app:live', '!app: live'],
  [['1'], 'viewers>=1.2k', 'app:live !sick'],
  // Bits a second, as on the screen; the list has bytes.
  [['2'], 'viewers>500 health<60', 'out>10M', 'viewers> sick'],
  [['3', '4'], '!app:live', '!viewers>500'],
  [['3'], 'viewers<5', 'viewers=3', 'viewers<=3'],
  [['4'], 'app:"my app"'],
  [[], 'viewers=4', 'state>5', 'state<=5', 'streamkey=5', 'http:'],
] as [string[], ...string[]][])('%j are left by ‹%s›', (ids, ...texts) => {
  for (const text of texts) expect(passing(text), text).toEqual(ids);
});

test.each([
  ['nothing>5', /no field ‘nothing’: .*viewers/],
  ['viewers>many', /‘many’ is not a number/],
])('‹%s› is refused with the reason', (text, problem) => {
  const filter = parseListFilter(text, streamColumns, ({ id }: Stream) => id);
  expect(filter.problem).toMatch(problem);
  // A wrong filter hides nothing.
  expect(streams.every((stream) => filter.test(stream))).toBe(true);
});

test('the offered field names can all be compared, each once by its shortest name', () => {
  const fields = [
    { key: 'bare' },
    { key: 'viewerCount', json: { name: 'viewers', kind: 'count', value: () => 1 } },
    { key: 'order', order: { value: () => 1, descending: true, words: ['', ''] } },
  ] as const;
  const problemOf = (text: string) => parseListFilter(text, fields, () => '').problem;
  expect(problemOf('x>1')).toBe('no field ‘x’: viewers, order');
  expect(problemOf('bare>1')).toBe('no field ‘bare’: viewers, order');
  expect(problemOf('ord>1 viewerc>1')).toBeUndefined();
});

test('the most frequent name comes first, equal ones by name, and missing names are left out', () => {
  const counted = countedBy(['b', 'c', 'a', null, 'c', ''], (name) => name);
  expect(counted.map(({ name, count }) => `${name} ${count}`)).toEqual(['c 2', 'a 1', 'b 1']);
});
