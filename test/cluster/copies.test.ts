import { expect, test } from 'vitest';
import { listedCounts, listedStreams } from '../../src/cluster/copies.ts';
import type { ClusterState } from '../../src/cluster/state.ts';
import type { Stream } from '../../src/protocol/stream.ts';
import { bare, bench, server, stream, swept } from '../triage/support.ts';

const app = (name: string, type: string) => ({ name, type });
const servers = [
  server('origin-1', { applications: [app('live', 'origin'), app('both', 'origin')] }),
  server('origin-2', { applications: [app('news', 'mono')] }),
  server('transcode-1', { applications: [app('abr', 'transcode')] }),
  server('edge-1', { applications: [app('play', 'edge'), app('both', 'edge')] }),
];

type Row = readonly [name: string, more?: Partial<Stream>];

/** The state after a sweep with these rows, each `application/key`. */
function state(...rows: readonly Row[]): ClusterState {
  const items = rows.map(([name, more]) => {
    const [application = '', streamKey = ''] = name.split('/');
    return stream({ id: name, application, streamKey, viewerCount: 10, ...more });
  });
  return { ...bench().state(), ...bare(servers)(0, 0), ...swept(items)(0, 0) };
}
const streamsOf = (of: ClusterState) => [...listedStreams(of).streams.keys()];
const subs = (...keys: readonly string[]) => ({
  subStreams: keys.map((name) => ({ streamKey: name, name })),
});

const mutual = [
  ['live/a', subs('a_1', 'a_2')],
  ['live/a_1', subs('a', 'a_2')],
  ['live/a_2', subs('a', 'a_1')],
] as const;

test('rows on edges and transcoders, and renditions, are copies of the stream that is published', () => {
  const of = state(['live/a', subs('a_native', 'a_720p')], ['play/a'], ['abr/a'], ['abr/a_720p'], ['live/b']);
  expect(streamsOf(of)).toEqual(['live/a', 'live/b']);
  expect(listedCounts(of)).toEqual({ copies: 3, streams: 2 });
  expect(listedStreams(of).keyOf({ streamKey: 'a_720p' })).toBe('a');
});

test.each<[string, readonly Row[], readonly string[]]>([
  ['of a server that lists only what it delivers', [['play/a'], ['play/b']], ['play/a', 'play/b']],
  ['on an application that is published to elsewhere', [['both/a'], ['live/a']], ['both/a', 'live/a']],
  ['of one key on two applications that are published to', [['live/a'], ['news/a']], ['live/a', 'news/a']],
  ['on an application of an unknown type', [['other/a'], ['live/a']], ['other/a', 'live/a']],
  ['that names itself among its renditions', [['live/a', subs('a')]], ['live/a']],
  ['whose renditions list each other, and it', mutual, ['live/a']],
])('a stream is none the less one: %s', (_, rows, streams) => {
  expect(streamsOf(state(...rows))).toEqual(streams);
});

test.each([
  ['live/a abr/b_720p play/c', 'live/a'],
  ['play/c abr/c', 'play/c abr/c'],
])('if no more than %s was read of a list, these are streams: %s', (read, streams) => {
  const { streamSweep, ...of } = state(...read.split(' ').map((name): Row => [name]));
  const value = streamSweep.value && { ...streamSweep.value, truncated: true };
  expect(streamsOf({ ...of, streamSweep: { ...streamSweep, value } })).toEqual(streams.split(' '));
});

test.each([
  ['its own figure has them all', 30, 30],
  ['they are counted only where they watch', 0, 20],
])('viewers of copies are counted once: %s', (_, own, all) => {
  const counts = Object.entries({ 'live/a': own, 'play/a': 15, 'abr/a': 5 });
  const of = state(...counts.map(([name, viewerCount]): Row => [name, { viewerCount }]));
  expect(listedStreams(of).streams.get('live/a')?.viewerCount).toBe(all);
});
