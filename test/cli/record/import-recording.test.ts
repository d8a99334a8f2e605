import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { historyFile } from '../../../src/history/database.ts';
import { openFiles } from '../../support/open-files.ts';
import { recordSmallTape } from '../replay/small-tape.ts';
import { configure, newHome, runCommand } from '../run-command.ts';

test('a recording is imported once, into a history of its own or of the profile with its name', async () => {
  const home = newHome();
  const tape = await recordSmallTape(home);
  const record = (...words: string[]) => runCommand(['record', '--from', tape, ...words], {}, { home });
  const file = join(home, 'lab.db');
  const first = await record('--file', file);
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(first.stdout).toMatch(
    /^lab, 2026-01-15 \d\d:00:00 to 2026-01-15 \d\d:00:\d\d, is in the history .*lab\.db\n$/,
  );
  const again = await record('--file', file);
  expect(again).toMatchObject({
    code: 0,
    stdout: `nothing was added: the history ${file} already covers this time of lab\n`,
  });
  const report = ['report', '--file', file, '--since', '2026-01-15', '--until', '2026-01-16'];
  expect((await runCommand(report, {}, { home })).stdout).toContain('lab.db');

  const nowhere = await record();
  expect([nowhere.code, nowhere.stdout]).toEqual([2, '']);
  expect(nowhere.stderr).toContain('which cluster is ‘lab’? Name it with --url or --profile');
  const state = join(home, 'state/castwatch');
  expect(readdirSync(state)).toEqual([]);
  configure(
    home,
    'clusters:\n  other: { url: "https://other.example" }\n  lab: { url: "https://lab.example" }\n',
  );
  const profile = await record();
  expect(profile.code).toBe(0);
  expect(profile.stdout).toContain(historyFile(state, 'https://lab.example'));
  const other = await record('--profile', 'other');
  expect(other.code).toBe(0);
  expect(other.stdout).toContain(historyFile(state, 'https://other.example'));
  expect(readdirSync(state).filter((name) => name.endsWith('.db'))).toHaveLength(2);
  expect(openFiles(home)).toEqual([]);
});
