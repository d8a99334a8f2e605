import { expect, test } from 'vitest';
import type { ScenarioName } from '../../src/simulator/scenarios.ts';
import type { World } from '../../src/simulator/world.ts';
import type { TriageState } from '../../src/triage/engine.ts';
import { watchLive } from '../support/live.ts';
import type { FaultSpec } from '../world/faults.ts';
import { createObserver, expectations, expectStory, type Fired, POLL, STORY } from './incident-story.ts';

interface Scene {
  readonly scenario: ScenarioName;
  readonly fault?: FaultSpec;
  /** The problems of each rule that raises one; every other rule is silent. */
  readonly problems: Readonly<Record<string, number>>;
}

/** A fault comes after two minutes and lasts for three, s; its consequences must have cleared five later, ms. */
const WHEN = { at: 120, duration: 180 };
const FAULTY = 600_000;

const incident: Scene = {
  scenario: 'incident',
  problems: {
    'group-short': 1,
    health: 1,
    limit: 1,
    'server-gone': 1,
    'server-hot': 1,
    'stream-flap': 2,
    'stream-unhealthy': 1,
    'stream-zombie': 1,
  },
};

/** The faults of the cluster, and the rules that must raise problems, with their number. */
const scenes: Readonly<Record<string, Scene>> = {
  steady: { scenario: 'steady', problems: {} },
  quiet: { scenario: 'quiet', problems: {} },
  peak: {
    scenario: 'peak',
    problems: { 'server-hot': 7, limit: 7, 'stream-unhealthy': 6 },
  },
  incident,
  'empty topology': {
    scenario: 'steady',
    fault: { kind: 'empty-topology' },
    problems: { 'topology-doubt': 1 },
  },
  'cluster restarts': {
    scenario: 'steady',
    fault: { kind: 'restart' },
    problems: { restart: 1, reconnect: 1 },
  },
  'every answer 500': { scenario: 'steady', fault: { kind: 'error-500' }, problems: { stale: 1 } },
  'journal 500': {
    scenario: 'steady',
    fault: { kind: 'error-500', endpoint: 'journal' },
    problems: { stale: 1 },
  },
  'every answer 401': { scenario: 'steady', fault: { kind: 'unauthorized' }, problems: { stale: 1 } },
  'clock an hour off': {
    scenario: 'steady',
    fault: { kind: 'clock-skew', at: 0, duration: FAULTY / 1_000 + 60 },
    problems: {},
  },
};

interface Run {
  /** Reported problems by key. */
  readonly fired: ReadonlyMap<string, Fired>;
  /** Number of problems of each rule. */
  readonly counts: ReadonlyMap<string, number>;
  readonly end: TriageState;
  readonly world: World;
}

const runs = new Map<string, Promise<Run>>();

/** Each scene is watched once, over real HTTP through clients and pollers, however many tests use it. */
function runOf(name: string, scene: Scene): Promise<Run> {
  const run = runs.get(name) ?? watch(scene);
  runs.set(name, run);
  return run;
}

async function watch({ scenario, fault }: Scene): Promise<Run> {
  const live = await watchLive(scenario, 1);
  try {
    if (fault) live.simulator.faults.set({ ...WHEN, ...fault });
    const { triage, fired, see } = createObserver();
    await live.run(fault ? FAULTY : STORY, see);
    const counts = new Map<string, number>();
    for (const { rule } of fired.values()) counts.set(rule, (counts.get(rule) ?? 0) + 1);
    return { fired, counts, end: triage.state(), world: live.world };
  } finally {
    await live.close();
  }
}

test.each(Object.entries(scenes))('%s: exactly the listed rules raise problems', async (name, scene) => {
  const { counts, end } = await runOf(name, scene);
  expect(Object.fromEntries(counts)).toEqual(scene.problems);
  // A fault that has ended leaves no problem.
  if (scene.fault) expect(end.problems).toEqual([]);
});

test('incident: exactly the expected problems are raised, each in time', async () => {
  const { fired, end, world } = await runOf('incident', incident);
  // Polls are up to a twentieth late, and the clock advances in steps.
  expectStory(expectations(world), fired, end, (latest) => 1.06 * latest + POLL);
});
