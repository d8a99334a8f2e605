import { expect, test } from 'vitest';
import { createHistory } from '../../../src/cluster/create-history.ts';
import type { ServerRecord } from '../../../src/cluster/state.ts';
import { ClimbMemory } from '../../../src/triage/memory/climbs.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { bare, bench, START, server } from '../support.ts';

const MINUTE = 60_000;
const empty = bench().state();
/** A server whose measures are at this percentage of their limits. */
function loaded(percent: number) {
  const [inBandwidth, outBandwidth] = Array(2).fill({ usage: percent * 1e6, cap: 1e8 });
  return server('edge-1', {
    serverStats: { cpuUsage: percent, memUsage: percent, inBandwidth, outBandwidth },
  });
}

/** The climbs after ten minutes of polls, or after `minutes`; `at` gives how full the server is in each minute. */
function climbsOf(
  at: (minute: number) => number,
  more: {
    readonly change?: Partial<ServerRecord>;
    readonly dashboard?: (percent: number) => object;
    readonly skipped?: (minute: number) => boolean;
    readonly minutes?: number;
  } = {},
) {
  const history = createHistory();
  const memory = new ClimbMemory();
  let now = START;
  for (let minute = 0; minute < (more.minutes ?? 10); minute += 1 / 30) {
    now = START + minute * MINUTE;
    const percent = at(minute) + Math.sin(minute * 127.1);
    const dashboard = more.dashboard?.(percent) ?? {};
    const state = { ...empty, ...bare([loaded(percent)], dashboard)(now, 0) };
    if (more.skipped?.(minute)) history.dashboardFailed(now);
    else {
      history.dashboard(dashboard, now, 2_000, 0);
      history.servers([loaded(percent)], now, 2_000);
    }
    const servers = state.servers.map((record) => ({ ...record, ...more.change }));
    memory.observe({ ...state, servers, history }, now, t);
  }
  return { climbs: memory.climbs, now };
}
const rising = (minute: number) => 40 + 4 * minute;

test('each rising measure of a server is a climb with the time when it is full: for CPU and memory their critical threshold', () => {
  const { climbs, now } = climbsOf(rising);
  expect([...climbs.keys()].toSorted()).toEqual(
    ['cpu', 'in', 'mem', 'out'].map((measure) => `server/edge-1/${measure}`),
  );
  const { perMinute = 0, used = 0, full, fullAt = 0 } = climbs.get('server/edge-1/cpu') ?? {};
  expect(perMinute).toBeCloseTo(4, 0);
  expect(used).toBeCloseTo(80, -1);
  expect(full).toBe(t.cpuCrit);
  expect(fullAt - now).toBeCloseTo(((t.cpuCrit - used) / perMinute) * MINUTE, -5);
  const fullOf = (measure: string) => climbs.get(`server/edge-1/${measure}`)?.full;
  expect([fullOf('mem'), fullOf('out')]).toEqual([t.memCrit, 100]);
});

test('a level and a fall are no climb, and neither is a rise that would take hours', () => {
  expect(climbsOf(() => 60).climbs.size).toBe(0);
  expect(climbsOf((minute) => 80 - 4 * minute).climbs.size).toBe(0);
  expect(climbsOf((minute) => 10 + 0.6 * minute).climbs.size).toBe(0);
});

test('a server that is missing or gone has no climb', () => {
  expect(climbsOf(rising, { change: { misses: 1 } }).climbs.size).toBe(0);
  expect(climbsOf(rising, { change: { goneSince: START } }).climbs.size).toBe(0);
});

test('totals and groups climb towards their limits where they have one', () => {
  const climbing = (limit: number | null) => {
    const { climbs } = climbsOf(rising, {
      dashboard(percent) {
        const total = { value: percent * 100, limit };
        return { viewersStats: { total, groups: [{ name: 'EU', ...total }] } };
      },
    });
    return [...climbs.keys()].filter((key) => !key.startsWith('server/'));
  };
  expect(climbing(10_000).toSorted()).toEqual(['group/EU/viewers', 'total/viewers']);
  expect([climbing(null), climbing(0)]).toEqual([[], []]);
});

test('a gap in the figures is no fall', () => {
  const skipped = (minute: number) => minute > 6 && minute < 6.5;
  const dashboard = (percent: number) => ({
    viewersStats: { total: { value: percent * 100, limit: 10_000 } },
  });
  const { climbs } = climbsOf(rising, { skipped, dashboard });
  expect(climbs.get('total/viewers')?.perMinute).toBeCloseTo(4, 0);
});

test('a level of more than twenty minutes ago is not one to return to', () => {
  const since = (minutes: number) =>
    climbsOf((minute) => (minute < 5 ? 90 : 40 + Math.max(0, minute - 5 - minutes) * 4), {
      minutes: minutes + 14,
    });
  expect([since(4).climbs.size, since(25).climbs.size > 0]).toEqual([0, true]);
});
