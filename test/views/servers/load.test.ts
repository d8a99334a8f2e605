import { expect, test } from 'vitest';
import type { Server } from '../../../src/protocol/topology.ts';
import { heatWords, serverLoad } from '../../../src/views/servers/load.ts';

const server = (serverStats: Server['serverStats']): Server =>
  ({ serverName: 'edge-1', serverStats }) as Server;

test('memory counts when it runs out, not when it is only allocated', () => {
  const manager = serverLoad(server({ cpuUsage: 6, memUsage: 61 }));
  expect([manager.cause, heatWords(manager)]).toEqual(['cpu', 'cpu 6%']);
  const full = serverLoad(server({ cpuUsage: 6, memUsage: 95 }));
  expect(heatWords(full)).toBe('mem 95%');
});
