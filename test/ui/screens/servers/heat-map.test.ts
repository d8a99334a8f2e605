import { describe, expect, test } from 'vitest';
import type { ServerRecord } from '../../../../src/cluster/state.ts';
import { fakeServices } from '../../../support/fake-services.ts';
import { sampleState } from '../../../support/sample-state.ts';
import { UiDriver } from '../../../support/ui-driver.ts';

/** A cluster of this many servers, each a little hotter than the one before. */
function cluster(count: number) {
  const state = sampleState();
  const [model] = state.servers;
  if (!model) throw new Error('The sample has servers.');
  const servers = Array.from({ length: count }, (_, index): ServerRecord => {
    const name = `node-${String(index).padStart(4, '0')}`;
    const serverStats = {
      cpuUsage: (100 * index) / count,
      memUsage: 1,
      inBandwidth: null,
      outBandwidth: null,
    };
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

  test('is there from 40 servers on, with their names where there is room', () => {
    const large = { columns: 200, rows: 60 };
    const { screen } = mapOf(40, large);
    expect(screen).toMatch(/cpu ━+[╸─]* +98%/);
    expect(screen).toContain('node-0039');
    const few = mapOf(39, large);
    few.lacks('heat map');
    few.runtime.goTo('servers', { mode: 'map' });
    few
      .sees(/─ Servers ─.*39 up · hottest first/)
      .press('v')
      .sees('─ Applications ─');
  });
});
