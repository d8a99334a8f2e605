import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headless } from '../../support/headless.ts';
import { openFiles } from '../../support/open-files.ts';
import { configure, newHome, runCommand } from '../run-command.ts';
import { startOnScreen } from '../run-screen.ts';
import { recordSmallTape } from './small-tape.ts';

test('a recording is shown on the screens of the monitor, and nothing can be changed', async () => {
  const home = newHome();
  configure(home, 'keys: { app.profile: [P] }\n');
  const app = startOnScreen(['replay', await recordSmallTape(home), '--screen', 'servers'], {}, home);
  await app.sees(/REPLAY 2026-01-15 12:00[\s\S]*edge-fra-1/);
  expect(app.text()).toContain('READ-ONLY');
  app.keyboard.type(' ');
  await app.sees('❚❚ 1×');
  app.command('faster');
  await app.sees('❚❚ 2×');
  app.command('audit');
  await app.sees('Nothing can be written to a recording.');
  await app.escape('Nothing can be written to a recording.');
  app.keyboard.type('P');
  await app.sees('No profiles in a demo or a replay: start castwatch --profile NAME.');
  await app.quit();
  expect(app.errors()).toBe('');
});

test('a recording is saved as a film, and an existing file is not overwritten', async () => {
  const home = newHome();
  const tape = await recordSmallTape(home);
  configure(home, 'theme: light\n');
  const replay = (...words: string[]) => runCommand(['replay', tape, ...words], {}, { home });
  const cast = join(home, 'film.cast');
  expect(await replay('--cast', cast, '--speed', '16')).toEqual({ code: 0, stdout: `${cast}\n`, stderr: '' });
  const [head = '', ...frames] = readFileSync(cast, 'utf8').trim().split('\n');
  expect(JSON.parse(head)).toMatchObject({ title: 'castwatch: lab' });
  const times = frames.map((line) => JSON.parse(line)[0]);
  // Cleared, twelve frames of ten a second, and the cursor.
  expect(times).toEqual([0, ...Array.from({ length: 12 }, (_, frame) => frame / 10), 1.1]);
  const terminal = headless(120, 40);
  for (const line of frames) await terminal.write(JSON.parse(line)[2]);
  expect(terminal.text().join('\n')).toMatch(/REPLAY[\s\S]*edge-fra-1/);
  terminal.dispose();
  const list = join(home, 'list.cast');
  expect((await replay('--screen', 'streams', '--size', '100x30', '--cast', list)).code).toBe(0);
  // The page of the list, which the screen requests once it is drawn.
  expect(readFileSync(list, 'utf8')).toMatch(/PUBLISHED/);
  const before = readFileSync(cast, 'utf8');
  const again = await replay('--cast', cast);
  expect([again.code, again.stdout]).toEqual([2, '']);
  expect(again.stderr).toContain(cast);
  expect(readFileSync(cast, 'utf8')).toBe(before);
  expect(openFiles(home)).toEqual([]);
});

test('a file that cannot be replayed is reported, and nothing is written', async () => {
  const home = newHome();
  const tape = await recordSmallTape(home);
  const empty = join(home, 'empty.tape');
  writeFileSync(empty, readFileSync(tape).subarray(0, readFileSync(tape).indexOf('\n') + 1));
  const replay = async (...words: string[]) => {
    const { code, stdout, stderr } = await runCommand(['replay', ...words], {}, { home });
    expect(stdout).toBe('');
    return [code, stderr];
  };
  const before = readdirSync(home);
  expect(await replay(empty)).toEqual([2, `castwatch: the recording ${empty} is empty\n`]);
  expect(await replay(tape)).toEqual([3, expect.stringContaining('--cast FILE needs none')]);
  expect(await replay(tape, '--size', '80x24')).toEqual([
    2,
    expect.stringContaining('--size needs --cast FILE'),
  ]);
  const foreign = await replay(process.execPath);
  expect(foreign).toEqual([2, expect.stringContaining('is not a recording of castwatch')]);
  expect(readdirSync(home)).toEqual(before);
});
