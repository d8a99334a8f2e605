import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { newFolder } from '../../support/new-folder.ts';
import { configure, endBySignal, runCommand, startCommand } from '../run-command.ts';
import { simulated } from '../simulated.ts';

test('record writes to the shared directory of the configuration, and report reads there, also after its end', async () => {
  const shared = newFolder();
  chmodSync(shared, 0o750);
  const { simulator, args, env, home } = await simulated({ scenario: 'quiet' });
  configure(home, `history: { directory: ${shared} }\n`);
  const recording = startCommand(['record', ...args], env, { home });
  await eventually(() => expect(recording.stderr).toContain('the history is being written'));
  const report = () => runCommand(['report', '--url', simulator.url], {}, { home });
  expect(await report()).toMatchObject({ code: 0, stderr: '' });
  await endBySignal(recording);
  const files = readdirSync(shared).toSorted();
  expect(files).toEqual([expect.stringMatching(/^history-.*\.db$/), 'team']);
  expect(statSync(join(shared, files[0] ?? '')).mode & 0o777).toBe(0o640);
  expect(await report()).toMatchObject({ code: 0, stderr: '' });
});
