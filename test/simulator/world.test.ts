import { expect, test } from 'vitest';
import { listedApplications } from '../../src/simulator/applications.ts';
import { dashboardOf } from '../../src/simulator/dashboard.ts';
import { type ScenarioName, scenarioNames } from '../../src/simulator/scenarios.ts';
import { World } from '../../src/simulator/world.ts';
import { isLong } from '../support/long.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { type Json, rig } from './rig.ts';

function worldOf(scenario: ScenarioName, seed = 1) {
  const clock = new ManualClock();
  // The large scenarios are the same with fewer streams.
  const size = scenario === 'huge' || scenario === 'sick' ? { servers: 12, streams: 300 } : {};
  const world = new World({ seed, scenario, clock, ...size });
  return {
    world,
    clock,
    // As a client reads it.
    dashboard: (): Json => JSON.parse(JSON.stringify(dashboardOf(world))),
    streams: (): Json[] => Array.from(world.streams.select({}), (row) => world.streams.item(row)),
    apps: (): readonly Json[] => listedApplications(world),
  };
}

const isCopy = ({ type }: Json) => type === 'CLUSTER_STREAM';

const sum = (list: readonly Json[], of: (item: Json) => number): number =>
  list.reduce((total, item) => total + of(item), 0);

/** Time passes with each reading of it: four readings are one tick of the cluster. */
class PassingClock extends ManualClock {
  stepMs = 0;
  override now(): number {
    this.jumpWall(this.stepMs);
    return super.now();
  }
}

test.each(['cluster/dashboard', 'cluster/topology', 'cluster/journal', 'streams', 'applications'])(
  'all of an answer of %s is from one moment, however long it takes to build',
  async (path) => {
    const clock = new PassingClock();
    const passing = await rig({ scenario: 'incident', clock });
    await passing.login();
    clock.stepMs = 500;
    const { body } = await passing.get(`/api/${path}`);
    const still = await rig({ scenario: 'incident' });
    await still.clock.advance(body.meta.generatedAt - still.clock.now());
    expect(body).toEqual((await still.get(`/api/${path}`)).body);
  },
);

test('the same seed and time give the same bytes, whatever was asked before', async () => {
  const lists = ['streams?rowsPerPage=500', 'applications', 'cluster/journal?rowsPerPage=100'];
  const paths = [...lists, 'cluster/dashboard'];
  const read = async (steps: readonly number[]) => {
    const r = await rig({ seed: 7, scenario: 'incident' });
    const ids = r.sim.world.viewers.ids(50);
    for (const step of steps) {
      await r.clock.advance(step);
      if (steps.length > 1) for (const path of paths) await r.get(`/api/${path}`);
    }
    const texts = [(await r.post('/api/viewers/batch', { ids })).text];
    for (const path of paths) texts.push((await r.get(`/api/${path}`)).text);
    return texts;
  };
  expect(await read([1_000, 300, 60_000, 700, 128_000])).toEqual(await read([190_000]));
});

test.each(scenarioNames)(
  '%s: streams, applications, servers and totals agree at any time, and some streams are unpublished',
  async (scenario) => {
    const w = worldOf(scenario);
    const often = [0, 31_000, 75_000, 60_000, 300_000, 2_000_000];
    for (const step of isLong ? often : [31_000, 135_000, 2_300_000]) {
      await w.clock.advance(step);
      const d = w.dashboard();
      const [listed, apps, servers] = [w.streams(), w.apps(), d.topology];
      const viewers = d.viewersStats.total.value;
      // A stream's copies are listed, too: those on edges have its viewers once more.
      const [copies, streams] = [listed.filter(isCopy), listed.filter((s) => !isCopy(s))];
      expect(sum(streams, (s) => s.viewerCount)).toBe(viewers);
      expect(sum(copies, (s) => s.viewerCount)).toBe(w.world.model.scenario.listsCopies ? viewers : 0);
      expect(sum(apps, (a) => a.viewerCount)).toBe(viewers);
      expect(sum(d.viewersStats.groups, (g) => g.value)).toBe(viewers);
      expect(sum(d.viewerHealthSummary.series, (n) => n)).toBe(viewers);
      expect(streams).toHaveLength(d.streamStats.total.value);
      expect(sum(d.streamHealthSummary.series, (n) => n)).toBe(streams.length);
      expect(sum(d.streamStats.groups, (g) => g.value)).toBe(streams.length);
      for (const [of, stats, usage] of [
        ['inBandwidth', d.incomingTraffic, 'inBandwidth'],
        ['outBandwidth', d.outgoingTraffic, 'outBandwidth'],
      ] as const) {
        const total = stats.total.value;
        expect(sum(streams, (s) => s[of])).toBe(total);
        expect(sum(apps, (a) => a[of])).toBe(total);
        expect(sum(servers, (s) => s.serverStats[usage].usage)).toBe(total);
        expect(sum(stats.groups, (g) => g.value)).toBe(total);
      }
      expect(sum(apps, (a) => a.inTotalBytes)).toBe(d.incomingTraffic.totalBytes);
      expect(sum(apps, (a) => a.outTotalBytes)).toBe(d.outgoingTraffic.totalBytes);
      const away = listed.filter(({ state }) => state === 'NOT_PUBLISHED');
      expect(away.length).toBeLessThan(listed.length / 10);
      if (scenario !== 'quiet') expect(away.length).toBeGreaterThan(1);
      const figures = ['viewerCount', 'inBandwidth', 'outBandwidth', 'inTotalBytes', 'outTotalBytes'];
      for (const one of away) expect(figures.map((figure) => one[figure])).toEqual(Array(5).fill(0));
    }
  },
);

test.each(['steady', 'quiet'] as const)('%s: counters never fall', async (scenario) => {
  const w = worldOf(scenario);
  const counted = () =>
    new Map([
      ...w.streams().map((s) => [`${s.id} ${s.startTime}`, s] as const),
      ...w.apps().map((app) => [app.name, app] as const),
    ]);
  let before = counted();
  for (let i = 0; i < 30; i++) {
    await w.clock.advance(i % 5 === 0 ? 600_000 : 2_000);
    const now = counted();
    const hasFallen = ([name, one]: readonly [string, Json], counter: string) =>
      one[counter] < (before.get(name)?.[counter] ?? 0);
    expect(
      [...now].filter((one) => ['inTotalBytes', 'outTotalBytes'].some((of) => hasFallen(one, of))),
    ).toEqual([]);
    before = now;
  }
});

test('histories continue without jumps: old points stay, and the last is near the current value', async () => {
  const w = worldOf('steady');
  const before = w.dashboard().viewersStats.viewerCountHistory;
  await w.clock.advance(200_000);
  const after = w.dashboard().viewersStats.viewerCountHistory;
  expect(after.data.length).toBe(before.data.length);
  expect(after.data.slice(0, -20)).toEqual(before.data.slice(20));
  expect(Math.abs(after.data.at(-1).value / after.current - 1)).toBeLessThan(0.05);
  const steps = after.data.slice(1).map((p: Json, i: number) => Math.abs(p.value / after.data[i].value - 1));
  expect(Math.max(...steps)).toBeLessThan(0.06);
});

test('an impossible world is refused with a message', () => {
  const clock = new ManualClock();
  for (const change of [{ servers: 3 }, { streams: 0 }, { journalRate: -1 }, { servers: 12.5 }]) {
    expect(() => new World({ seed: 1, scenario: 'steady', clock, ...change })).toThrow(/must be/);
  }
});

test('no figure of a stream is negative, also when it flaps while its edge is throttled', async () => {
  const { clock, streams } = worldOf('incident');
  for (let seconds = 0; seconds < 300; seconds += 10) {
    await clock.advance(10_000);
    const negative = streams().filter((stream) => Object.values<Json>(stream).some((value) => value < 0));
    expect(negative).toEqual([]);
  }
});
