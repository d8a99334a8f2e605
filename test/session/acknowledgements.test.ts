import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openClusterMemory } from '../../src/config/state-files.ts';
import { rememberAcknowledgements } from '../../src/session/acknowledgements.ts';
import { createTriageStore } from '../../src/session/triage-store.ts';
import { createTriage } from '../../src/triage/engine.ts';
import { beginningAt } from '../../src/triage/problem.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { eventually } from '../support/eventually.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { bench, cluster, START, server } from '../triage/support.ts';

const KEY = 'server-hot:edge-1';
const HOT = 92;
let directory: string;
beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'castwatch-')), 'state');
});
afterEach(() => rm(join(directory, '..'), { recursive: true }));

const kept = async () =>
  (await openClusterMemory(directory, 'https://c', clock, () => {}).read()).acknowledgements;
let clock = new ManualClock(START);

/** A run of the program, which begins at the current time of the clock. */
async function run() {
  const told: string[] = [];
  const world = bench();
  clock = new ManualClock(START);
  const memory = openClusterMemory(directory, 'https://c', clock, () => {});
  const acknowledgements = rememberAcknowledgements(memory, (message) => told.push(message));
  const engine = createTriage({ thresholds: mergeThresholds(), journalPatterns: [] });
  const store = createTriageStore(engine, clock, { acknowledgements });
  const earlier = (await kept().catch(() => ({}))) as object;
  await eventually(() => {
    for (const key of Object.keys(earlier))
      expect(acknowledgements.find({ key, since: beginningAt(START) })).toBeDefined();
  });
  return {
    store,
    told,
    /** Minutes with a server at that load; returns its problem if there is one. */
    async play(minutes: number, cpuUsage: number) {
      const state = cluster([server('edge-1', { serverStats: { cpuUsage, memUsage: 40 } })]);
      for (let step = 0; step < minutes * 30; step++) {
        await clock.advance(2_000);
        world.step(2_000, state);
        store.step(world.state());
      }
      return store.getState().problems.find(({ key }) => key === KEY);
    },
  };
}

test('a state file that cannot be read or written is reported; the acknowledgement holds for this run', async () => {
  await writeFile(directory, 'a file in the way');
  const { store, told, play } = await run();
  await play(2, HOT);
  store.acknowledge(KEY, 'on it');
  await eventually(() => expect(told.join()).toContain('Acknowledgements are not saved: '));
  expect((await play(1, HOT))?.acknowledged).toMatchObject({ note: 'on it' });
});
