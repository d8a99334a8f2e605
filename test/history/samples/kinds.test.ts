import { expect, test } from 'vitest';
import { kinds } from '../../../src/history/samples/kinds.ts';

test('earlier blocks are still found: a kind keeps its slab and the order of its columns', () => {
  const stored = Object.entries(kinds).map(
    ([name, { slab, columns }]) => `${name} ${slab}: ${columns.join(' ')}`,
  );
  const limits = 'viewersLimit streamsLimit inLimit outLimit transcodeLimit';
  expect(stored).toEqual([
    `total 8: viewers streams in out transcode ${limits} journal`,
    'group 8: viewers streams in out transcode',
    'server 8: cpu mem in out inLimit outLimit viewers streams',
    'application 8: streams viewers in out streamsLimit viewersLimit',
    'listedApplication 32: streams viewers connections in out inBytes outBytes latency packetsReceived packetsSent',
    'grade 8: count',
    'stream 64: in out viewers health grade',
  ]);
});
