import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openClusterMemory } from '../../src/config/state-files.ts';
import { rememberAcknowledgements } from '../../src/session/acknowledgements.ts';
import { createTriageStore } from '../../src/session/triage-store.ts';
import { createTriage } from '../../src/triage/engine.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { eventually } from '../support/eventually.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { newFolder } from '../support/new-folder.ts';
import { bench, cluster, START, server } from '../triage/support.ts';

const KEY = 'server-hot:edge-1';

test('a state file that cannot be read or written is reported; the acknowledgement holds for this run', async () => {
  const parent = newFolder();
  const directory = join(parent, 'state');
  await writeFile(directory, 'a file in the way');
  const told: string[] = [];
  const world = bench();
  const clock = new ManualClock(START);
  const memory = openClusterMemory(directory, 'https://c', clock, () => {});
  const acknowledgements = rememberAcknowledgements(memory, (message) => told.push(message));
  const store = createTriageStore(createTriage({ thresholds: mergeThresholds() }), clock, {
    acknowledgements,
  });
  const state = cluster([server('edge-1', { serverStats: { cpuUsage: 92, memUsage: 40 } })]);
  const play = async (polls: number) => {
    for (let poll = 0; poll < polls; poll++) {
      await clock.advance(2_000);
      world.step(2_000, state);
      store.step(world.state());
    }
  };
  await play(60);
  store.acknowledge(KEY, 'on it');
  await eventually(() => expect(told.join()).toContain('Acknowledgements are not saved: '));
  await play(30);
  const problem = store.getState().problems.find(({ key }) => key === KEY);
  expect(problem?.acknowledged).toMatchObject({ note: 'on it' });
});
