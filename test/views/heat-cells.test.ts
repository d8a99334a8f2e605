import { expect, test } from 'vitest';
import type { ServerRecord } from '../../src/cluster/state.ts';
import { heatCell } from '../../src/views/heat-cells.ts';
import { calm } from '../support/fake-services.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';
import { record, server } from '../triage/support.ts';

const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;

/** The smallest cell that has a load beside its sign. */
const cell = (one: ServerRecord) =>
  heatCell({ state: sampleState(), triage: calm, now: sampleNow, display }, one, { width: 6, height: 1 })
    .flatMap((line) => line.map(({ text }) => text))
    .join('')
    .trim();
const load = (cpuUsage: number) => server('edge-1', { serverStats: { cpuUsage } });

test('a server without a figure is not drawn as an idle one; one that is gone says so', () => {
  expect(cell(record(load(3), sampleNow))).toBe('■ 3%');
  expect(cell(record(server('edge-1', { serverStats: null }), sampleNow))).toBe('· —');
  expect(cell(record(load(3), sampleNow, { misses: 1 }))).toBe('? 3%');
  expect(cell(record(load(3), sampleNow, { misses: 3, goneSince: sampleNow }))).toBe('✖');
});
