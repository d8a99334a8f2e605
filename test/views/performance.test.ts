import { expect, test } from 'vitest';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { performanceFigures } from '../../src/views/performance.ts';
import { sampleState } from '../support/sample-state.ts';

function cpuMax(cpuUsage: number) {
  const state = sampleState();
  const servers = state.servers.map((record) => ({
    ...record,
    server: { ...record.server, serverStats: { ...record.server.serverStats, cpuUsage } },
  }));
  const figures = performanceFigures([{ ...state, servers }], [], mergeThresholds());
  return figures.find(({ label }) => label === 'cpu_max');
}

test('a load is told in percent, as its thresholds are', () => {
  expect(cpuMax(45)).toEqual({
    label: 'cpu_max',
    value: 45,
    unit: '%',
    warn: mergeThresholds().cpuWarn,
    crit: mergeThresholds().cpuCrit,
    min: 0,
    max: 100,
  });
});

test('a load just below its threshold is not rounded up to it', () => {
  expect(cpuMax(89.96)?.value).toBe(89.9);
  expect(cpuMax(57)?.value).toBe(57);
});

test('a server that is gone is not counted; where none was ever seen there is no figure', () => {
  const state = sampleState();
  const figure = (servers: ReturnType<typeof sampleState>['servers']) =>
    performanceFigures([{ ...state, servers }], [], mergeThresholds()).find(
      ({ label }) => label === 'servers',
    )?.value;
  expect(figure(state.servers)).toBe(15);
  expect(figure(state.servers.map((one, at) => (at === 0 ? { ...one, goneSince: 1 } : one)))).toBe(14);
  expect(figure([])).toBeUndefined();
});
