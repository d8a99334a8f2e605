import { expect, test } from 'vitest';
import type { Stream } from '../../../src/protocol/stream.ts';
import * as streamsOf from '../../../src/views/streams/streams.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

const { firstStreamSort, namedApplication, streamFilter, streamNamed } = streamsOf;
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
  const given = streamFilter.parse('live-edge-1a app:vod');
  expect(namedApplication(state, given)).toEqual(given);
  expect(namedApplication(state, streamFilter.none)).toEqual(streamFilter.none);
  const bare = { ...state, servers: [] };
  expect(namedApplication(bare, streamFilter.parse('live-origin-1')).application).toBe('live-origin-1');
});

test('a stream passes a filter by its application, state, name and figures', () => {
  const rates = { viewerCount: 9, inBandwidth: 1.1e6, outBandwidth: 9e5 };
  const news = stream('news', { application: 'live', state: 'PUBLISHED', ...rates });
  const passing = (...texts: string[]) =>
    texts.filter((text) => streamFilter.passes(streamFilter.parse(text))(news));
  const all = ['app:live', 'state:PUBLISHED', 'NEW', 'viewers>5', 'in>8M', ''];
  expect(passing(...all, 'app:vod', 'state:CLOSED', 'sport', 'viewers>50', 'out>8M')).toEqual(all);
});

test('the largest audience is first', () => {
  expect(firstStreamSort).toEqual({ key: 'viewerCount', descending: true });
  const query = streamFilter.query(streamFilter.parse('app:vod'), { ...firstStreamSort, descending: false });
  expect(query).toEqual({ orderBy: 'viewerCount', order: 'asc', application: 'vod' });
  expect(streamFilter.passes(streamFilter.none)(stream('any'))).toBe(true);
});

test('a stream found by key belongs to the given application, or has the only such key', () => {
  const state = sampleState();
  const all = [
    stream('1', { streamKey: 'news', application: 'live' }),
    stream('2', { streamKey: 'news', application: 'vod' }),
    stream('3', { streamKey: 'sport', application: 'live' }),
  ];
  const items = new Map(all.map((one) => [one.id, one]));
  const value = { items, totalItems: items.size, completedAt: sampleNow, truncated: false };
  const streams = { ...state.streams, value: undefined };
  const named = (key: string, application?: string) =>
    streamNamed({ ...state, streams, streamSweep: { ...state.streamSweep, value } }, key, application)?.id;
  expect([named('sport'), named('news', 'vod')]).toEqual(['3', '2']);
  expect([named('news'), named('news', 'none')]).toEqual([undefined, undefined]);
});
