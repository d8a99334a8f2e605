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
  app.command('audit');
  await app.sees('Nothing can be written to a recording.');
  await app.escape('Nothing can be written to a recording.');
  app.keyboard.type('P');
  await app.sees('No profiles in a demo or a replay: start castwatch --profile NAME.');
  app.keyboard.type('q');
  expect(await app.ended).toBe(0);
  expect(app.errors()).toBe('');
});

test('a moment is saved as a picture and the whole as a film, and existing files are not overwritten', async () => {
  const home = newHome();
  const tape = await recordSmallTape(home);
  configure(home, 'theme: light\n');
  const svg = join(home, 'moment.svg');
  const replay = (...words: string[]) => runCommand(['replay', tape, ...words], {}, { home });
  const picture = await replay('--screen', 'servers', '--size', '100x30', '--svg', svg, '--at', '12:00:09');
  expect(picture).toEqual({ code: 0, stdout: `${svg}\n`, stderr: '' });
  const drawn = readFileSync(svg, 'utf8');
  expect(drawn).toMatch(/^<svg[\s\S]*edge-fra-1[\s\S]*<\/svg>\n$/);
  expect(drawn.replaceAll(/<[^>]*>/g, '')).toContain('12:00:09');
  const list = join(home, 'list.svg');
  expect((await replay('--screen', 'streams', '--svg', list)).code).toBe(0);
  // The page of the list, which the screen requests once it is drawn.
  expect(readFileSync(list, 'utf8').replaceAll(/<[^>]*>/g, '')).toMatch(/PUBLISHED/);
  const again = await replay('--svg', svg);
  expect([again.code, again.stdout]).toEqual([2, '']);
  expect(again.stderr).toContain(svg);
  expect(readFileSync(svg, 'utf8')).toBe(drawn);

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
  expect(await replay(tape)).toEqual([3, expect.stringContaining('--cast FILE and --svg FILE need none')]);
  expect(await replay(tape, '--at', '12:00')).toEqual([2, expect.stringContaining('--at needs --svg FILE')]);
  expect(await replay(tape, '--size', '80x24')).toEqual([
    2,
    expect.stringContaining('--size needs --cast FILE or --svg FILE'),
  ]);
  expect(await replay(process.execPath)).toEqual([
    2,
    expect.stringContaining('is not a recording of castwatch'),
  ]);
  expect(await replay(tape, '--svg', join(home, 'x.svg'), '--at', 'never')).toEqual([
    2,
    expect.stringContaining('--at'),
  ]);
  expect(readdirSync(home)).toEqual(before);
});
