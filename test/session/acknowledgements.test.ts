import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openClusterMemory } from '../../src/config/state-files.ts';
import { rememberAcknowledgements } from '../../src/session/acknowledgements.ts';
import { eventually } from '../support/eventually.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { newFolder } from '../support/new-folder.ts';

test('a state file that can be neither read nor written is reported, and nothing is thrown', async () => {
  const directory = join(newFolder(), 'state');
  await writeFile(directory, 'a file in the way');
  const told: string[] = [];
  const memory = openClusterMemory(directory, 'https://c', new ManualClock(), () => {});
  const acknowledgements = rememberAcknowledgements(memory, (message) => told.push(message));
  acknowledgements.keep('server-hot:edge-1', { at: 1, note: 'on it' });
  const said = expect.stringContaining('Acknowledgements are not saved: ');
  await eventually(() => expect(told).toEqual([said, said]));
});
