import { expect, test } from 'vitest';
import type { FaultSpec } from '../../src/simulator/faults.ts';
import type { ScenarioName } from '../../src/simulator/scenarios.ts';
import { createTriage } from '../../src/triage/engine.ts';
import { allRules } from '../../src/triage/rules/index.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { documented, writeTable, writing } from '../support/figures.ts';
import { watchLive } from '../support/live.ts';

interface Scene {
  readonly scenario: ScenarioName;
  readonly fault?: FaultSpec;
  /** The problems of each rule that speaks; every other rule is silent. */
  readonly problems: Readonly<Record<string, number>>;
}

/** The story of the incident, ms; a fault comes after two minutes and lasts for three. */
const LASTS = 1_100_000;
const WHEN = { at: 120, duration: 180 };

/** What happens to the cluster, against the rules that must speak, with the number of their problems. */
const scenes: Readonly<Record<string, Scene>> = {
  steady: { scenario: 'steady', problems: {} },
  quiet: { scenario: 'quiet', problems: {} },
  peak: {
    scenario: 'peak',
    problems: { 'server-hot': 7, limit: 4, 'application-limit': 1, 'stream-unhealthy': 6 },
  },
  incident: {
    scenario: 'incident',
    problems: {
      'server-gone': 1,
      'server-hot': 1,
      'stream-flap': 2,
      'stream-unhealthy': 1,
      'stream-zombie': 1,
      transcoders: 1,
    },
  },
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
    fault: { kind: 'clock-skew', at: 0, duration: LASTS / 1_000 + 60 },
    problems: {},
  },
};

const found = new Map<string, ReadonlyMap<string, number>>();

test.each(Object.entries(scenes))('%s: these rules speak, the others are silent', async (name, scene) => {
  const live = await watchLive(scene.scenario, 1);
  try {
    if (scene.fault) live.simulator.faults.set({ ...WHEN, ...scene.fault });
    const triage = createTriage({ thresholds: mergeThresholds() });
    const told = new Map<string, Set<string>>();
    await live.run(LASTS, (state, now) => {
      for (const { rule, key } of triage.step(state, now).problems) {
        told.set(rule, (told.get(rule) ?? new Set()).add(key));
      }
    });
    const counts = new Map([...told].map(([rule, keys]) => [rule, keys.size]));
    found.set(name, counts);
    expect(Object.fromEntries(counts)).toEqual(scene.problems);
    // A fault that has ended leaves nothing standing.
    if (scene.fault) expect(triage.state().problems).toEqual([]);
  } finally {
    await live.close();
  }
});

test('the table in the README names every rule', () => {
  const rules = allRules([]).map(({ name }) => name);
  if (writing) {
    const rows = rules.map((rule) => [rule, ...[...found.values()].map((of) => String(of.get(rule) ?? '·'))]);
    writeTable('rules', ['Rule', ...found.keys()], rows);
  }
  expect(documented('rules'), 'CASTWATCH_WRITE_MATRIX=1 writes test/README.md anew').toEqual(rules);
});
