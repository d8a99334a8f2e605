import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/base/durations.ts';
import { type KindName, kinds, type Tier, tierStep } from '../../../src/history/samples/kinds.ts';

test('earlier blocks are still found: a kind keeps its slab and the order of its columns', () => {
  const stored = Object.entries(kinds).map(([name, { slab, columns }]) => [name, slab, columns.join(' ')]);
  expect(stored).toEqual([
    [
      'total',
      8,
      'viewers streams in out transcode viewersLimit streamsLimit inLimit outLimit transcodeLimit journal',
    ],
    ['group', 8, 'viewers streams in out transcode'],
    ['server', 8, 'cpu mem in out inLimit outLimit viewers streams'],
    ['application', 8, 'streams viewers in out streamsLimit viewersLimit'],
    [
      'listedApplication',
      32,
      'streams viewers connections in out inBytes outBytes latency packetsReceived packetsSent',
    ],
    ['grade', 8, 'count'],
    ['stream', 64, 'in out viewers health grade'],
  ]);
});

test.each<[KindName, Tier, number | undefined]>([
  ['server', 'raw', undefined],
  ['server', 'minute', MINUTE_MS],
  ['server', 'quarter', 15 * MINUTE_MS],
  ['stream', 'minute', undefined],
  ['stream', 'quarter', 15 * MINUTE_MS],
])('the step of %s in the tier %s', (kind, tier, step) => {
  expect(tierStep(kind, tier)).toBe(step);
});
