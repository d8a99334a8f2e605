import { expect, test } from 'vitest';
import type { Stream } from '../../../src/protocol/stream.ts';
import {
  firstStreamSort,
  namedApplication,
  streamFilter,
  streamNamed,
} from '../../../src/views/streams/streams.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

const stream = (id: string, more: Partial<Stream> = {}): Stream => ({ id, streamKey: id, ...more });

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
