import { expect, test } from 'vitest';
import type { ClusterState } from '../../src/cluster/state.ts';
import { incidentTimes } from '../../src/simulator/incident.ts';
import type { Part } from '../../src/simulator/story.ts';
import type { World } from '../../src/simulator/world.ts';
import { createTriage } from '../../src/triage/engine.ts';
import { mergeThresholds, defaultThresholds as t } from '../../src/triage/thresholds.ts';
import { watchLive } from '../support/live.ts';
import { feed } from './feed.ts';

const POLL = 2_000;
const SWEEP = 60_000;

const { transcoderGone, edgeSaturated, zombie: zombieTimes, flapping } = incidentTimes;

/** When the restart comes that makes a stream flap, ms. */
const flapsAt = (restarts: readonly number[]) => 1_000 * (restarts[t.flapCount - 1] ?? Number.NaN);

/** One cycle of the story is over by then, and everything has cleared, ms. */
const STORY = 1_100_000;

/** The edge fills up over this long, and the others take over a dead transcoder's tasks after that long, ms. */
const RAMP = 60_000;
const TAKEOVER = 6_000;

/** What the incident must give: key, latest firing after the start (ms), worst severity. */
function expectations(world: World): readonly (readonly [key: string, latest: number, worst: string])[] {
  const { layout, cast, table } = world.model;
  const one = (part: Part) => world.playing(part)[0] ?? 'nobody';
  const [zombie = -1] = cast.streams.third;
  const ingest = layout.apps[table.origin[zombie] ?? -1]?.name;
  const gone = 1_000 * transcoderGone.start;
  const saturated = gone + TAKEOVER + t.transcodeFor;
  const hot = 1_000 * edgeSaturated.start + RAMP + t.hotFor;
  const still = 1_000 * zombieTimes.start + (t.zombiePolls + 1) * SWEEP;
  return [
    [`server-gone:${one('transcoder')}`, gone + 3 * POLL, 'critical'],
    [`server-hot:${one('edge')}`, hot + POLL, 'critical'],
    [`stream-flap:${one('first')}`, flapsAt(flapping.first) + POLL, 'warning'],
    [`stream-flap:${one('second')}`, flapsAt(flapping.second) + POLL, 'warning'],
    [`stream-zombie:${ingest}/${one('third')}`, still, 'warning'],
    ['transcoders:cluster', saturated + POLL, 'critical'],
  ];
}

/** The keys, without what may be said of a zombie before enough polls have shown that it stands still. */
function lasting(keys: Iterable<string>): string[] {
  const all = [...keys];
  const zombies = all.filter((key) => key.startsWith('stream-zombie:'));
  const early = zombies.map((key) => key.replace('stream-zombie:', 'stream-unhealthy:'));
  return all.filter((key) => !early.includes(key)).sort();
}

/** Steps triage until the story of one cycle has ended; when each key was first told, ms after the start. */
function newWitness() {
  const triage = createTriage({ thresholds: mergeThresholds() });
  const fired = new Map<string, number>();
  return {
    triage,
    fired,
    see(state: ClusterState, now: number, elapsed: number): void {
      for (const { key } of triage.step(state, now).problems) if (!fired.has(key)) fired.set(key, elapsed);
    },
  };
}

test.each([1, 2, 3])('incident, seed %i: the expected problems, each in time, none else', (seed) => {
  const source = feed('incident', seed, POLL);
  const expected = expectations(source.world);
  const { triage, fired, see } = newWitness();
  while (source.elapsed() < STORY) {
    const { state, now, elapsed } = source.next();
    see(state, now, elapsed);
  }
  expect(lasting(fired.keys())).toEqual(expected.map(([key]) => key).sort());
  for (const [key, latest] of expected) expect(fired.get(key), key).toBeLessThanOrEqual(latest);
  const { problems, cleared, timeline } = triage.state();
  expect(problems).toEqual([]);
  // Each of them once, although every strand swings and ends on its own.
  expect(lasting(cleared.map(({ key }) => key))).toEqual(expected.map(([key]) => key).sort());
  const worst = new Map(timeline.map(({ key, severity }) => [key, severity]));
  for (const [key, , severity] of expected) expect(worst.get(key), key).toBe(severity);
});

test('incident, over real HTTP through the clients and pollers: the same', async () => {
  const live = await watchLive('incident', 1);
  try {
    const expected = expectations(live.world);
    const { triage, fired, see } = newWitness();
    await live.run(STORY, see);
    expect(lasting(fired.keys())).toEqual(expected.map(([key]) => key).sort());
    // Polls come up to a twentieth late, and the clock goes in steps.
    for (const [key, latest] of expected)
      expect(fired.get(key), key).toBeLessThanOrEqual(1.06 * latest + POLL);
    expect(triage.state().problems).toEqual([]);
  } finally {
    await live.close();
  }
});

test.each(['steady', 'daily'] as const)('ten hours of %s: none at all', (scenario) => {
  const source = feed(scenario, 1, 10_000, { servers: 10, streams: 24 });
  const triage = createTriage({ thresholds: mergeThresholds() });
  while (source.elapsed() < 36_000_000) {
    const { state, now } = source.next();
    const { problems } = triage.step(state, now);
    if (problems.length > 0) expect(problems).toEqual([]);
  }
  expect(triage.state()).toMatchObject({ problems: [], cleared: [], timeline: [] });
});

test('peak: limits come near, nothing vanishes or flaps', () => {
  const source = feed('peak', 1, POLL);
  const triage = createTriage({ thresholds: mergeThresholds() });
  const rules = new Set<string>();
  while (source.elapsed() < 1_200_000) {
    const { state, now } = source.next();
    for (const { rule } of triage.step(state, now).problems) rules.add(rule);
  }
  expect(rules).toContain('limit');
  for (const rule of [
    'server-gone',
    'stream-flap',
    'stream-zombie',
    'manager',
    'group-short',
    'stale',
    'restart',
  ]) {
    expect(rules).not.toContain(rule);
  }
});
