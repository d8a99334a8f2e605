import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { historyFile } from '../../../src/history/database.ts';
import { eventually } from '../../support/eventually.ts';
import { fleetHome } from '../../support/fleet-home.ts';
import { openFiles } from '../../support/open-files.ts';
import { endBySignal, runCommand, startCommand } from '../run-command.ts';

test('a history that cannot be used ends the recording with an error, unless another one is written', async () => {
  const { home, env, clusters } = await fleetHome({ one: {}, two: {} });
  const state = join(home, 'state', 'castwatch');
  mkdirSync(state, { recursive: true, mode: 0o700 });
  symlinkSync('elsewhere', historyFile(state, clusters.one?.url ?? ''));
  const alone = await runCommand(['record', '--profile', 'one'], env, { home });
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('is a link')]);
  expect(alone.stderr).toMatch(/no history can be written, so the recording has ended\n$/);
  expect(openFiles(home)).toEqual([]);
  const command = startCommand(['record', '--all'], env, { home });
  await eventually(() => {
    expect(command.stderr).toContain('one: the history');
    expect(command.stderr).toContain('two: the history is being written');
  });
  expect((await endBySignal(command)).code).toBe(0);
});
