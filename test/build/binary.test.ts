import { execFileSync, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { expect, test } from 'vitest';
import { simulate } from '../e2e/program.ts';
import { newFolder } from '../support/new-folder.ts';

const root = resolve(import.meta.dirname, '../..');

test('the executable runs without Node beside it', { timeout: 120_000 }, async () => {
  const home = newFolder();
  const binary = join(home, 'castwatch');
  execFileSync(process.execPath, [join(root, 'src/build/binary.ts'), binary], { stdio: 'pipe' });
  const env = { HOME: home, TMPDIR: home, LANG: 'C.UTF-8', TERM: 'xterm-256color' };
  expect(execFileSync(binary, ['--version'], { env, encoding: 'utf8' })).toMatch(/^castwatch \d/);
  // Its own child, too: nothing listens there, so the cluster is critical or unknown, and the usage is right.
  const asked = ['check', '--timeout', '5', '--url', 'http://127.0.0.1:9', '--username', 'a'];
  const options = { env: { ...env, CASTWATCH_PASSWORD: 'x' }, encoding: 'utf8' } as const;
  expect(spawnSync(binary, asked, options).stdout).toContain('127.0.0.1:9');
  const { url, username, password } = await simulate({ scenario: 'quiet' });
  const app = spawn(binary, ['--url', url, '--username', username], {
    env: { ...env, CASTWATCH_PASSWORD: password },
    cols: 80,
    rows: 24,
  });
  let text = '';
  app.onData((data) => {
    text += data;
  });
  const ended = new Promise<number>((done) => app.onExit(({ exitCode }) => done(exitCode)));
  await expect.poll(() => text, { timeout: 60_000 }).toContain('edge-fra-1');
  app.write('q');
  expect(await ended).toBe(0);
});
