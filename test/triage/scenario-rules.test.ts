import { expect, test } from 'vitest';
import { incidentTimes } from '../../src/simulator/incident.ts';
import type { ScenarioName } from '../../src/simulator/scenarios.ts';
import type { Part } from '../../src/simulator/story.ts';
import type { World } from '../../src/simulator/world.ts';
import { createTriage } from '../../src/triage/engine.ts';
import { ruleOf } from '../../src/triage/problem.ts';
import { mergeThresholds, defaultThresholds as t } from '../../src/triage/thresholds.ts';
import { watchLive } from '../support/live.ts';
import type { FaultSpec } from '../world/faults.ts';

interface Scene {
  readonly scenario: ScenarioName;
  readonly fault?: FaultSpec;
  /** For how long it is watched, s. */
  readonly lasts: number;
}

/** One cycle of the incident is over by then, and everything has cleared. */
const STORY = 1_100;

/** Over real HTTP, through clients and pollers; `after` seconds from the start a problem was first reported. */
async function watch({ scenario, fault, lasts }: Scene) {
  const live = await watchLive(scenario, 1);
  try {
    if (fault) live.simulator.faults.set(fault);
    const triage = createTriage({ thresholds: mergeThresholds() });
    const fired = new Map<string, { readonly rule: string; readonly after: number }>();
    await live.run(1_000 * lasts, (state, now, elapsed) => {
      for (const problem of triage.step(state, now).problems)
        if (!fired.has(problem.key))
          fired.set(problem.key, { rule: ruleOf(problem), after: elapsed / 1_000 });
    });
    return { fired, end: triage.state(), world: live.world };
  } finally {
    await live.close();
  }
}

test.each<[string, Scene, problems: Readonly<Record<string, number>>]>([
  ['peak', { scenario: 'peak', lasts: 240 }, { 'server-hot': 7, limit: 7, 'stream-unhealthy': 2 }],
  [
    'the cluster restarts',
    // Who connected again is told for five minutes.
    { scenario: 'steady', fault: { kind: 'restart', at: 60, duration: 90 }, lasts: 400 },
    { restart: 1, reconnect: 1 },
  ],
])('%s: exactly the listed rules raise problems', async (_, scene, problems) => {
  const { fired, end } = await watch(scene);
  const counts: Record<string, number> = {};
  for (const { rule } of fired.values()) counts[rule] = (counts[rule] ?? 0) + 1;
  expect(counts).toEqual(problems);
  // A fault that has ended leaves no problem.
  if (scene.fault) expect(end.problems).toEqual([]);
});

test('incident: exactly the expected problems are raised, each in time, and have cleared', async () => {
  const { fired, end, world } = await watch({ scenario: 'incident', lasts: STORY });
  const expected = expectations(world);
  const keys = expected.map(([key]) => key).sort();
  expect(lasting(fired.keys())).toEqual(keys);
  // Polls are up to a twentieth late, and the clock advances in steps.
  for (const [key, latest] of expected)
    expect(fired.get(key)?.after, key).toBeLessThanOrEqual(1.06 * latest + POLL);
  expect(end.problems).toEqual([]);
  // Each of them once, although every part of the incident swings and ends on its own.
  expect(lasting(end.cleared.map(({ key }) => key))).toEqual(keys);
  const worst = new Map(end.cleared.map(({ key, severity }) => [key, severity]));
  for (const [key, , severity] of expected) expect(worst.get(key), key).toBe(severity);
});

/** Between two polls, and between two sweeps of the streams, s. */
const [POLL, SWEEP] = [2, 60];
/** The edge fills up within the first time, and the others take over a dead transcoder's tasks after the second, s. */
const [RAMP, TAKEOVER] = [60, 6];

/** The expected problems: key, latest firing after the start (s), worst severity. */
function expectations(world: World): readonly (readonly [key: string, latest: number, worst: string])[] {
  const { transcoderGone, edgeSaturated, zombie: zombieTimes, flapping } = incidentTimes;
  const { layout, cast, table } = world.model;
  const one = (part: Part) => world.playing(part)[0] ?? 'nobody';
  const [zombie = -1] = cast.streams.third;
  const ingest = layout.apps[table.origin[zombie] ?? -1]?.name;
  const flapsAt = (restarts: readonly number[]) => (restarts[t.flapCount - 1] ?? Number.NaN) + POLL;
  const gone = transcoderGone.start + 3 * POLL;
  const saturated = transcoderGone.start + TAKEOVER + t.transcodeFor / 1_000 + POLL;
  const hot = edgeSaturated.start + RAMP + t.hotFor / 1_000 + POLL;
  return [
    ['group-short:eu-central/transcode', gone + t.groupShortFor / 1_000, 'warning'],
    ['health:cluster', hot + t.badShareFor / 1_000, 'warning'],
    [`server-gone:${one('transcoder')}`, gone, 'critical'],
    [`server-hot:${one('edge')}`, hot, 'critical'],
    [`stream-flap:${one('first')}`, flapsAt(flapping.first), 'warning'],
    [`stream-flap:${one('second')}`, flapsAt(flapping.second), 'warning'],
    [`stream-zombie:${ingest}/${one('third')}`, zombieTimes.start + (t.zombiePolls + 1) * SWEEP, 'warning'],
    ['transcoders:cluster', saturated, 'critical'],
  ];
}

/** The keys, without those of a zombie that may be reported before enough polls have shown that its bytes stand still. */
function lasting(keys: Iterable<string>): string[] {
  const all = [...keys];
  const zombies = all.filter((key) => key.startsWith('stream-zombie:'));
  const early = zombies.map((key) => key.replace('stream-zombie:', 'stream-unhealthy:'));
  return all.filter((key) => !early.includes(key)).sort();
}
