import { describe, expect, test } from 'vitest';
import { findStream } from '../../../src/cluster/find-listed.ts';
import type { Stream } from '../../../src/protocol/stream.ts';
import { compareBy } from '../../../src/views/lists/column.ts';
import { streamColumns } from '../../../src/views/streams/columns.ts';
import {
  firstStreamSort,
  namedApplication,
  statesSeen,
  streamFilter,
  streamNamed,
} from '../../../src/views/streams/streams.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

const stream = (id: string, more: Partial<Stream> = {}): Stream => ({ id, streamKey: id, ...more });

test.each([
  ['live', { search: 'live' }],
  ['live app:vod state:CLOSED', { search: 'live', application: 'vod', streamState: 'CLOSED' }],
  ['app:"my app" a b', { search: 'a b', application: 'my app' }],
  ['snapp:x', { search: 'snapp:x' }],
  ['live viewers>500 !test', { search: 'live', terms: 'viewers>500 !test' }],
  ['', {}],
])('the filter %j is read and written unchanged', (text, part) => {
  const filter = { ...streamFilter.none, ...part };
  expect(streamFilter.parse(text)).toEqual(filter);
  expect(streamFilter.parse(streamFilter.text(filter))).toEqual(filter);
  expect(streamFilter.isSet(filter)).toBe(text !== '');
});

test('a word that is the name of an application means that application, any other is searched for', () => {
  const state = sampleState();
  const name = state.servers.flatMap(({ server }) => server.applications ?? [])[0]?.name ?? '';
  expect(namedApplication(state, streamFilter.parse(name))).toEqual(streamFilter.parse(`app:${name}`));
  const others = streamFilter.parse(`${name}-none`);
  expect(namedApplication(state, others)).toEqual(others);
});

test('a name is used as such where the application is given, and a single stream is enough to know an application', () => {
  const state = sampleState();
  expect(namedApplication(state, streamFilter.parse('live-edge-1a app:vod'))).toEqual(
    streamFilter.parse('live-edge-1a app:vod'),
  );
  expect(namedApplication(state, streamFilter.none)).toEqual(streamFilter.none);
  const bare = { ...state, servers: [] };
  expect(namedApplication(bare, streamFilter.parse('live-origin-1')).application).toBe('live-origin-1');
});

test.each([
  ['app:live', true],
  ['app:vod', false],
  ['state:PUBLISHED', true],
  ['state:CLOSED', false],
  ['NEW', true],
  ['sport', false],
  ['viewers>5', true],
  ['viewers>50', false],
  ['in>8M', true],
  ['out>8M', false],
  ['', true],
])('a stream outside of the filter %j passes it: %s', (text, passes) => {
  const rates = { viewerCount: 9, inBandwidth: 1.1e6, outBandwidth: 9e5 };
  const news = { application: 'live', state: 'PUBLISHED', ...rates };
  expect(streamFilter.passes(streamFilter.parse(text))(stream('news', news))).toBe(passes);
});

test('the largest audience is first', () => {
  expect(firstStreamSort).toEqual({ key: 'viewerCount', descending: true });
  expect(
    streamFilter.query(streamFilter.parse('app:vod'), { ...firstStreamSort, descending: false }),
  ).toEqual({ orderBy: 'viewerCount', order: 'asc', application: 'vod' });
  expect(streamFilter.passes(streamFilter.none)(stream('any'))).toBe(true);
});

test('in the local order, No Data comes last in both directions of health', () => {
  const list = [
    stream('none', { healthScore: 0, healthGrade: 'No Data' }),
    stream('good', { healthScore: 90, healthGrade: 'Good' }),
    stream('bad', { healthScore: 10, healthGrade: 'Bad' }),
  ];
  const ids = (descending: boolean) =>
    [...list]
      .sort(compareBy(streamColumns, { key: 'healthScore', descending }, ({ id }) => id))
      .map(({ id }) => id);
  expect(ids(false)).toEqual(['bad', 'good', 'none']);
  expect(ids(true)).toEqual(['good', 'bad', 'none']);
});

test('the offered states are those that were seen, most frequent first', () => {
  expect(statesSeen(sampleState()).map(({ name }) => name)).toEqual(['PUBLISHED', 'AWAITING']);
});

describe('a stream by its id', () => {
  const state = sampleState();
  test('is taken from the newest answer that contains it', () => {
    const fresh = stream('stream-1', { viewerCount: 7 });
    const watched = { ...state.watchedStreams, updatedAt: sampleNow + 1 };
    const value = [{ id: 'stream-1', value: fresh, endedAt: undefined }];
    expect(findStream({ ...state, watchedStreams: { ...watched, value } }, 'stream-1').item).toBe(fresh);
    const older = { ...watched, updatedAt: sampleNow - 60_000, value };
    expect(findStream({ ...state, watchedStreams: older }, 'stream-1').item).not.toBe(fresh);
  });
  test('keeps its last values after it ended', () => {
    const value = [{ id: 'stream-1', value: stream('stream-1'), endedAt: sampleNow }];
    const found = findStream({ ...state, watchedStreams: { ...state.watchedStreams, value } }, 'stream-1');
    expect(found.endedAt).toBe(sampleNow);
    expect(found.item?.id).toBe('stream-1');
  });
  test('can be unknown', () => {
    expect(findStream(state, 'nobody')).toEqual({ item: undefined, endedAt: undefined });
  });
});

test('a stream found by key belongs to the given application, or has the only such key', () => {
  const state = sampleState();
  const items = new Map(
    [
      stream('1', { streamKey: 'news', application: 'live' }),
      stream('2', { streamKey: 'news', application: 'vod' }),
      stream('3', { streamKey: 'sport', application: 'live' }),
    ].map((one) => [one.id, one]),
  );
  const value = { items, totalItems: items.size, completedAt: sampleNow, truncated: false };
  const streams = { ...state.streams, value: undefined };
  const named = (key: string, application?: string) =>
    streamNamed({ ...state, streams, streamSweep: { ...state.streamSweep, value } }, key, application)?.id;
  expect([named('sport'), named('news', 'vod'), named('news'), named('news', 'none')]).toEqual([
    '3',
    '2',
    undefined,
    undefined,
  ]);
});
