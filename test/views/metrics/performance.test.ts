import { expect, test } from 'vitest';
import { mergeThresholds } from '../../../src/triage/thresholds.ts';
import { performanceFigures } from '../../../src/views/metrics/performance.ts';
import { sampleState } from '../../support/sample-state.ts';
import { record, server } from '../../triage/support.ts';

const limits = mergeThresholds();
const of = (label: string, ...states: readonly ReturnType<typeof sampleState>[]) =>
  performanceFigures(states, [], limits).find((figure) => figure.label === label);

test('a server that is gone is not counted, and without any server there is no number', () => {
  const state = sampleState();
  const figure = (servers: typeof state.servers) => of('servers', { ...state, servers })?.value;
  expect(figure(state.servers)).toBe(15);
  expect(figure(state.servers.map((one, at) => (at === 0 ? { ...one, goneSince: 1 } : one)))).toBe(14);
  expect(figure([])).toBeUndefined();
});

const viewers = (value: number | null, limit?: number | null) => {
  const { dashboard } = sampleState();
  return sampleState({ dashboard: { ...dashboard, value: { viewersStats: { total: { value, limit } } } } });
};

test('a total has its thresholds as shares of its limit, where it has one', () => {
  const borders = { warn: limits.limitWarn * 10, crit: limits.limitCrit * 10 };
  expect(of('viewers', viewers(700, 1_000))).toMatchObject({ value: 700, ...borders, max: 1_000 });
  expect(of('viewers', viewers(700, null))).toMatchObject({ value: 700, warn: undefined, max: undefined });
  expect(of('viewers', viewers(700, 0))).toMatchObject({ value: 700, warn: undefined, crit: undefined });
  expect(of('viewers', viewers(null, 5))).toBeUndefined();
});

test('of several looks the mildest counts, and the newest of equally mild ones', () => {
  const at = (...values: number[]) => of('viewers', ...values.map((value) => viewers(value, 1_000)))?.value;
  expect(at(999, 500, 999)).toBe(500);
  expect(at(500, 600)).toBe(600);
  const [warn, crit] = [limits.limitWarn * 10, limits.limitCrit * 10];
  expect([at(warn, warn - 1, crit), at(crit, warn), at(warn - 1, warn)]).toEqual([warn - 1, warn, warn - 1]);
});

test('each load is that of the fullest server that answers, at its mildest', () => {
  const one = (name: string, cpuUsage: number | null, misses = 0) =>
    record(server(name, { serverStats: { cpuUsage, memUsage: null } }), 0, { misses });
  const at = (...servers: readonly ReturnType<typeof one>[]) => ({ ...sampleState(), servers });
  expect(of('cpu_max', at(one('a', 40), one('b', 60), one('c', 90, 1)))?.value).toBe(60);
  expect(of('cpu_max', at(one('a', 90)), at(one('a', 50)), at(one('a', 70)))?.value).toBe(50);
  expect(of('cpu_max', at(one('a', null)))).toBeUndefined();
  expect(of('mem_max', at(one('a', 40)))).toBeUndefined();
});
