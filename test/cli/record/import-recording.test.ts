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
  const stdout = `nothing was added: the history ${file} already covers this time of lab\n`;
  expect(await record('--file', file)).toMatchObject({ code: 0, stdout });
  const report = ['report', '--file', file, '--since', '2026-01-15', '--until', '2026-01-16'];
  expect((await runCommand(report, {}, { home })).stdout).toContain('lab.db');

  const nowhere = await record();
  expect([nowhere.code, nowhere.stdout]).toEqual([2, '']);
  expect(nowhere.stderr).toContain('which cluster is ‘lab’? Name it with --url or --profile');
  const state = join(home, 'state/castwatch');
  expect(readdirSync(state)).toEqual([]);
  const cluster = (name: string) => `  ${name}: { url: "https://${name}.example" }\n`;
  configure(home, `clusters:\n${cluster('other')}${cluster('lab')}`);
  for (const [name, words] of [
    ['lab', []],
    ['other', ['--profile', 'other']],
  ] as const) {
    const { code, stdout } = await record(...words);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(historyFile(state, `https://${name}.example`)),
    ]);
  }
  expect(readdirSync(state).filter((name) => name.endsWith('.db'))).toHaveLength(2);
  expect(openFiles(home)).toEqual([]);
});
