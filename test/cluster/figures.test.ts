import { expect, test } from 'vitest';
import { measuredScore, serverTotal, streamName, sumAmounts, sumCopies } from '../../src/cluster/figures.ts';
import type { Stream } from '../../src/protocol/stream.ts';
import type { Server } from '../../src/protocol/topology.ts';

const amount = (used?: number, cap?: number | null) => ({ used, cap });
test.each([
  [[], amount()],
  [[amount(1, 5), amount(2, null)], amount(3, null)],
  [[amount(1, 5), amount()], amount(1)],
  [[amount(1, 0), amount(0, 0)], amount(1, 0)],
])('amounts %j sum up to %j', (amounts, sum) => {
  expect(sumAmounts(amounts)).toEqual(sum);
});

test('a server has the viewers of its applications, or an unknown number when no application tells', () => {
  const server = {
    serverName: 'edge-1',
    applications: [{ name: 'a', viewers: { count: 5 } }, { name: 'b' }, { name: 'c', viewers: { count: 0 } }],
  } as Server;
  expect(serverTotal(server, 'viewers')).toBe(5);
  expect(serverTotal(server, 'streams')).toBeUndefined();
  expect(serverTotal({ serverName: 'edge-2' } as Server, 'viewers')).toBeUndefined();
});

test.each(['No Data', 'no data'])('a score with the grade %j is no measurement', (healthGrade) => {
  expect(measuredScore({ healthScore: 0, healthGrade })).toBeUndefined();
});

test('copies of a stream are summed; ingest is that of the best copy, health that of the worst measured one', () => {
  const copies = [
    { startTime: 7, viewerCount: 3, inBandwidth: 200, outBandwidth: 30, healthScore: 80 },
    { startTime: 5, viewerCount: 10, inBandwidth: 100, outBandwidth: 70, healthScore: 40 },
    { healthScore: 0, healthGrade: 'No Data' },
  ] as Stream[];
  const sum = { startTime: 5, viewers: 13, outBandwidth: 100, inBandwidth: 200, health: 40 };
  expect(sumCopies(copies)).toEqual(sum);
});

test('copies have the same application and key', () => {
  expect(streamName({ application: 'live', streamKey: 'one' })).toBe('live/one');
  expect(streamName({ application: undefined, streamKey: 'one' })).toBe('/one');
});
