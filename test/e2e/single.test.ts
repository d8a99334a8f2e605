import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { claiming, foreignImportsIn, otherNodes, root, run } from './built.ts';
import { launch } from './driver.ts';
import { heard } from './program.ts';

const TOO_OLD = /^castwatch needs Node\.js 24 or newer; this is [\d.]+ \([^)\n]+\)\. [^\n]+\n$/;

describe('the program as one file alone in a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'castwatch-single-'));
  const file = join(folder, 'castwatch.cjs');

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    await run(process.execPath, [join(root, 'src/build/single.ts'), file], { cwd: root });
  });

  test('can be started by its name', async () => {
    expect(statSync(file).mode & 0o111).toBe(0o111);
    expect((await run(file, ['--version'], { cwd: folder })).stdout).toBe(`castwatch ${manifest.version}\n`);
  });

  test('imports nothing else', () => {
    const code = readFileSync(file, 'utf8');
    expect(foreignImportsIn(code)).toEqual([]);
    expect(code.length).toBeLessThan(6_000_000);
  });

  test('contains the licenses of its parts', () => {
    const notices = readFileSync(file, 'utf8').split('castwatch contains the packages below.')[1];
    for (const name of ['fastify', 'ink', 'meow', 'undici', 'yaml', 'zod'])
      expect(notices).toMatch(new RegExp(`\\n-{80}\\n${name} \\d`));
  });

  test('runs the simulated cluster', async () => {
    const simulator = spawn(file, ['simulate'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const told = heard(simulator.stderr);
    try {
      const [line] = (await once(createInterface(simulator.stdout), 'line')) as [string];
      const { url, username, password } = JSON.parse(line);
      simulator.kill('SIGUSR1');
      const env = { PATH: process.env.PATH, HOME: folder, CASTWATCH_PASSWORD: password };
      const args = ['snapshot', '--url', url, '--username', username];
      const { stdout } = await run(file, args, { cwd: folder, env, maxBuffer: 32 * 1024 * 1024 });
      expect(JSON.parse(stdout).servers.length).toBeGreaterThan(0);
    } finally {
      simulator.kill();
    }
    expect(await once(simulator, 'close')).toEqual([0, null]);
    // SIGUSR1 would open a debugger, which prints a message here.
    expect(told()).toBe('');
  });

  test('shows the demo, with the cluster in a thread of the same file', async () => {
    await using app = launch({ command: [file], args: ['demo'] });
    await app.sees('DEMO', /(edge|origin)-fra-1/);
    app.press('q');
    expect(await app.ends()).toBe(0);
  });

  test('tells a Node that is too old which one it needs', async () => {
    const old = run(process.execPath, ['--import', claiming('20.19.0'), file, 'demo'], { cwd: folder });
    await expect(old).rejects.toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(TOO_OLD) });
    for (const node of otherNodes()) {
      const { stdout } = await run(node, ['--version']);
      const major = Number(/^v(\d+)/.exec(stdout)?.[1]);
      if (major < 16 || major >= 24) continue;
      const refused = run(node, [file, 'demo'], { cwd: folder });
      await expect(refused).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(TOO_OLD) });
    }
  });
});
