import { expect } from 'vitest';
import type { ClusterState } from '../../src/cluster/state.ts';
import { incidentTimes } from '../../src/simulator/incident.ts';
import type { Part } from '../../src/simulator/story.ts';
import type { World } from '../../src/simulator/world.ts';
import { createTriage, type TriageState } from '../../src/triage/engine.ts';
import { ruleOf } from '../../src/triage/problem.ts';
import { mergeThresholds, defaultThresholds as t } from '../../src/triage/thresholds.ts';

/** Between two polls, and between two sweeps of the streams, ms. */
export const POLL = 2_000;
const SWEEP = 60_000;

const { transcoderGone, edgeSaturated, zombie: zombieTimes, flapping } = incidentTimes;

/** Time of the restart that makes a stream flap, ms. */
const flapsAt = (restarts: readonly number[]) => 1_000 * (restarts[t.flapCount - 1] ?? Number.NaN);

/** One cycle of the incident is over by then, and everything has cleared, ms. */
export const STORY = 1_100_000;

/** The edge fills up within the first time, and the others take over a dead transcoder's tasks after the second, ms. */
const RAMP = 60_000;
const TAKEOVER = 6_000;

/** The expected problems: key, latest firing after the start (ms), worst severity. */
type Expected = readonly (readonly [key: string, latest: number, worst: string])[];

export function expectations(world: World): Expected {
  const { layout, cast, table } = world.model;
  const one = (part: Part) => world.playing(part)[0] ?? 'nobody';
  const [zombie = -1] = cast.streams.third;
  const ingest = layout.apps[table.origin[zombie] ?? -1]?.name;
  const gone = 1_000 * transcoderGone.start;
  const saturated = gone + TAKEOVER + t.transcodeFor;
  const hot = 1_000 * edgeSaturated.start + RAMP + t.hotFor;
  const still = 1_000 * zombieTimes.start + (t.zombiePolls + 1) * SWEEP;
  return [
    ['group-short:eu-central/transcode', gone + 3 * POLL + t.groupShortFor, 'warning'],
    ['health:cluster', hot + t.badShareFor + POLL, 'warning'],
    [`server-gone:${one('transcoder')}`, gone + 3 * POLL, 'critical'],
    [`server-hot:${one('edge')}`, hot + POLL, 'critical'],
    [`stream-flap:${one('first')}`, flapsAt(flapping.first) + POLL, 'warning'],
    [`stream-flap:${one('second')}`, flapsAt(flapping.second) + POLL, 'warning'],
    [`stream-zombie:${ingest}/${one('third')}`, still, 'warning'],
    ['transcoders:cluster', saturated + POLL, 'critical'],
  ];
}

/** The keys, without those of a zombie that may be reported before enough polls have shown that its bytes stand still. */
function lasting(keys: Iterable<string>): string[] {
  const all = [...keys];
  const zombies = all.filter((key) => key.startsWith('stream-zombie:'));
  const early = zombies.map((key) => key.replace('stream-zombie:', 'stream-unhealthy:'));
  return all.filter((key) => !early.includes(key)).sort();
}

/** A problem when it was first reported: `after` ms from the start. */
export interface Fired {
  readonly rule: string;
  readonly after: number;
}

/** Triage that gets each state, and the first report of each problem by its key. */
export function createObserver() {
  const triage = createTriage({ thresholds: mergeThresholds() });
  const fired = new Map<string, Fired>();
  return {
    triage,
    fired,
    see(state: ClusterState, now: number, after: number): void {
      for (const { key, rule } of triage
        .step(state, now)
        .problems.map((problem) => ({ ...problem, rule: ruleOf(problem) })))
        if (!fired.has(key)) fired.set(key, { rule, after });
    },
  };
}

/** Each expected problem was reported once, within `late` of its latest time, as severe as expected, and has cleared. */
export function expectStory(
  expected: Expected,
  fired: ReadonlyMap<string, Fired>,
  { problems, cleared }: TriageState,
  late = (latest: number) => latest,
): void {
  const keys = expected.map(([key]) => key).sort();
  expect(lasting(fired.keys())).toEqual(keys);
  for (const [key, latest] of expected) expect(fired.get(key)?.after, key).toBeLessThanOrEqual(late(latest));
  expect(problems).toEqual([]);
  // Each of them once, although every part of the incident swings and ends on its own.
  expect(lasting(cleared.map(({ key }) => key))).toEqual(keys);
  const worst = new Map(cleared.map(({ key, severity }) => [key, severity]));
  for (const [key, , severity] of expected) expect(worst.get(key), key).toBe(severity);
}
