import { expect, test } from 'vitest';
import { clockTime } from '../../../src/base/format.ts';
import type { Line } from '../../../src/base/text.ts';
import { createHistory } from '../../../src/cluster/create-history.ts';
import type { Stream } from '../../../src/protocol/stream.ts';
import type { ItemRow } from '../../../src/views/lists/cells.ts';
import { jsonRow, screenColumns } from '../../../src/views/lists/column.ts';
import { streamColumns, streamOrder, uptime } from '../../../src/views/streams/columns.ts';
import { drawnTable, orderTable, printed, textOf, tonesOf } from '../../support/drawn-table.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';

/** Local time, which is cut in a narrow column. */
const TIME = /\d[\d:]*…|\d\d:\d\d:\d\d/;

const times = { startTime: sampleNow - 7_200_000, duration: 7_200_000 };
const health = { healthScore: 42.4, healthGrade: 'Bad' };
const figures = { viewerCount: 1234, inBandwidth: 1e6, outBandwidth: 2e8, ...health };
const place = { id: 'stream-1', streamKey: 'news', application: 'live' };
const news: Stream = { ...place, type: 'NATIVE_STREAM', state: 'PUBLISHED', ...times, ...figures };
const row = (id: string, rest: Partial<ItemRow<Stream>> = {}): ItemRow<Stream> => {
  return { id, item: undefined, endedAt: undefined, watched: false, ...rest };
};
const rows = [
  row('stream-1', { item: news, watched: true }),
  row('stream-2', { item: { ...news, streamKey: 'gone' }, endedAt: sampleNow }),
  row('typo', { endedAt: sampleNow }),
  row('new'),
];
const view = sampleView(sampleState());
const at = { view, scale: { in: 2e6, out: 4e8 }, part: 'all', longest: 0 } as const;
const drawn = (width: number, part: 'all' | 'worst' | 'watched' = 'all', chosen?: readonly string[]) =>
  drawnTable(streamColumns, { ...at, part }, rows, width, chosen).map((line) =>
    textOf(line).replace(TIME, 'hh:mm:ss').trimEnd(),
  );

test('a narrow table keeps key, health and viewers; remaining width goes to keys, health and bars', () => {
  expect(drawn(40)).toEqual([
    '   Stream          Health        Viewers',
    ' ◆ news             42 ━━━╸────    1.23k',
    '   gone                            1.23k',
    '   typo',
    '   new',
  ]);
  expect(drawn(190)).toEqual([
    '   State       Stream                                      Application         Health                            Viewers   ± 5 min In bit/s          Out bit/s                Up Type',
    ' ◆ PUBLISHED   news                                        live                 42 ━━━━━━━╸────────── Bad          1.23k      −102    8.00M ━━━━────     1.60G ━━━━────   2h 00m NATIVE_STREAM',
    '   ENDED at hh:mm:ss gone                                        live                                                    1.23k              8.00M ━━━━────     1.60G ━━━━────   2h 00m NATIVE_STREAM',
    '   NOT FOUND … typo',
    '   looking up… new',
  ]);
});

test('the watch list keeps the words of the state, and the worst streams their viewers at risk', () => {
  expect(drawn(46, 'watched')).toEqual([
    '   State              Stream           Viewers',
    ' ◆ PUBLISHED          news               1.23k',
    '   ENDED at hh:mm:ss  gone               1.23k',
    '   NOT FOUND at hh:mm:ss typo',
    '   looking up...      new',
  ]);
  expect(drawn(70, 'worst')).toEqual([
    '   State       Stream         Health      Viewers  At risk Out bit/s',
    ' ◆ PUBLISHED   news            42 ━━╸───    1.23k      711     1.60G',
    '   ENDED at hh:mm:ss gone                         1.23k      711     1.60G',
    '   NOT FOUND … typo',
    '   looking up… new',
  ]);
});

test('the absolute time replaces the time since, where that was chosen', () => {
  const view = { ...at.view, display: { ...at.view.display, times: 'absolute' as const } };
  const [header, first] = drawnTable(streamColumns, { ...at, view }, rows, 40, ['startTime']).map(textOf);
  expect(header?.trim()).toBe('Started');
  expect(first?.trim()).toBe(clockTime(sampleNow - 7_200_000));
});

test('an ended stream is dim with a bright end time, and one that is looked up is shown quietly', () => {
  const cells = (key: string) => {
    const column = screenColumns(streamColumns, at).find((one) => one.key === key);
    return rows.map((one) => {
      const cell = column?.cell(one, 20) ?? '';
      return typeof cell === 'string' ? cell : tonesOf(cell)[0];
    });
  };
  const end = clockTime(sampleNow);
  expect(cells('streamKey')).toEqual(['news plain', 'gone dim', 'typo dim', 'new plain']);
  expect(cells('healthScore')).toEqual(['42 warn', undefined, undefined, undefined]);
  const ended = [`ENDED at ${end} warn`, `NOT FOUND at ${end} warn`];
  expect(cells('state')).toEqual(['PUBLISHED dim', ...ended, 'looking up... dim']);
});

test('each order begins in its natural direction', () => {
  expect(orderTable(streamColumns)).toEqual([
    'most viewers first / fewest viewers first',
    'losing viewers first / gaining viewers first',
    'lowest health first (No Data is 0 to the server) / best health first',
    'most in first / least in first',
    'most out first / least out first',
    'youngest first / oldest first',
    'by state / by state, reversed',
    'by key / by key, reversed',
    'by application / by application, reversed',
    'by type / by type, reversed',
    'by grade / by grade, reversed',
    'most in total first / least in total first',
    'most out total first / least out total first',
    'longest duration first / shortest duration first',
    'may publish: yes first / may publish: no first',
    'auto-removed: yes first / auto-removed: no first',
  ]);
});

test('text and JSON include unknown values', () => {
  const bare = { id: '2', streamKey: 'bare' };
  expect(printed(streamColumns, [news, bare])).toEqual([
    'stream|application|state|viewers>|health>|grade|viewers at risk>|in>|since>',
    'news|live|PUBLISHED|1.23k|42|Bad|711|8.00 Mbit/s|2h 00m',
    'bare|—|—|—|—|—|—|—|—',
  ]);
  expect(new Set(Object.values(jsonRow(streamColumns, bare)))).toEqual(new Set(['2', 'bare', null]));
});

test.each([
  ['as the server says it', { duration: 60_000, startTime: sampleNow - 1 }, 60_000],
  ['since the start, by the server\u2019s clock', { startTime: sampleNow - 60_000 }, 63_000],
  ['zero where it starts in the future', { startTime: sampleNow + 60_000 }, 0],
  ['not known', {}, undefined],
])('the uptime of a stream is %s', (_what, stream, expected) => {
  expect(uptime(stream, { clockSkew: 3_000 }, sampleNow)).toBe(expected);
});

test('the change of viewers is that of five minutes, unknown where nobody counted then, and orders the list', () => {
  const history = createHistory();
  const seen = (id: string, minutesAgo: number, viewerCount: number) =>
    history.stream({ ...news, id, viewerCount }, sampleNow - minutesAgo * 60_000, 60_000);
  seen('early', 9, 9_000);
  seen('falls', 5, 1_300);
  seen('grows', 5, 1_230);
  seen('still', 5, 1_234);
  for (const id of ['falls', 'grows', 'still', 'early']) seen(id, 0, 1_234);
  seen('late', 2, 9_000);
  const view = sampleView({ ...sampleState(), history });
  const streams = ['early', 'grows', 'late', 'still', 'falls'].map((id) => ({ ...news, id }));
  const losing = { key: 'change', descending: false };
  const sorted = streams.toSorted(streamOrder(view, losing));
  const items = sorted.map((item) => row(item.id, { item }));
  const column = screenColumns(streamColumns, { ...at, view }).find(({ key }) => key === 'change');
  const told = items.map((each) => `${each.id} ${textOf([column?.cell(each, 8) ?? ''].flat() as Line)}`);
  expect(told).toEqual(['falls −66', 'still 0', 'grows +4', 'early —', 'late —']);
  const gaining = streams.toSorted(streamOrder(view, { ...losing, descending: true }));
  expect(gaining.map(({ id }) => id)).toEqual(['grows', 'still', 'falls', 'early', 'late']);
});
