import { describe, expect, test } from 'vitest';
import type { ServerRecord } from '../../../../src/cluster/state.ts';
import { fakeServices } from '../../../support/fake-services.ts';
import { sampleState } from '../../../support/sample-state.ts';
import { UiDriver } from '../../../support/ui-driver.ts';

function cluster(count: number) {
  const state = sampleState();
  const [model] = state.servers;
  if (!model) throw new Error('The sample has servers.');
  const rest = { memUsage: 1, inBandwidth: null, outBandwidth: null };
  const servers = Array.from({ length: count }, (_, index): ServerRecord => {
    const name = `node-${String(index).padStart(4, '0')}`;
    const serverStats = { cpuUsage: (100 * index) / count, ...rest };
    const server = { ...model.server, serverName: name, serverStats };
    return { ...model, name, misses: 0, goneSince: undefined, server };
  });
  return { ...state, servers };
}

const mapOf = (count: number, size: { columns: number; rows: number }) =>
  new UiDriver(fakeServices(cluster(count)), size, 'servers').press('v');

describe('the heat map of Servers', () => {
  test('shows a thousand servers at 120×40 as one sign each, worst first, and the selected one beside it', () => {
    const hands = mapOf(1_000, { columns: 120, rows: 40 });
    const { screen } = hands;
    expect(screen).toContain('Servers, heat map');
    expect(screen.match(/[■▒▓]/gu)).toHaveLength(1_000);
    expect(screen).toContain('Server node-0995');
    expect(screen).toMatch(/CPU +99%/);
    hands
      .press('right')
      .sees('Server node-0996')
      .press('left', 'down')
      .sees(/Server node-09[0-8]\d/);
  });
});
