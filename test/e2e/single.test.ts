import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { newFolder } from '../support/new-folder.ts';
import { claiming, foreignImportsIn, root, run } from './built.ts';
import { launch } from './driver.ts';
import { access, simulate } from './program.ts';

describe('the program as one file alone in a folder', () => {
  const folder = newFolder();
  const file = join(folder, 'castwatch.cjs');

  beforeAll(async () => {
    await run(process.execPath, [join(root, 'src/build/single.ts'), file], { cwd: root });
  });

  test('can be started by its name', async () => {
    expect(statSync(file).mode & 0o111).toBe(0o111);
    expect((await run(file, ['--version'], { cwd: folder })).stdout).toBe(`castwatch ${manifest.version}\n`);
  });

  test('imports nothing else', () => {
    const code = readFileSync(file, 'utf8');
    expect(foreignImportsIn(code)).toEqual([]);
    expect(code.length).toBeLessThan(3_500_000);
  });

  test('contains the licenses of its parts', () => {
    const notices = readFileSync(file, 'utf8').split('castwatch contains the packages below.')[1];
    for (const name of ['ink', 'meow', 'undici', 'yaml', 'zod'])
      expect(notices).toMatch(new RegExp(`\\n-{80}\\n${name} \\d`));
    expect(notices).not.toContain('fastify');
  });

  test('shows a cluster', async () => {
    const simulator = await simulate({ scenario: 'quiet' });
    await using app = launch({ command: [file], ...access(simulator) });
    await app.sees(/(edge|origin)-fra-1/);
    app.press('q');
    expect(await app.ends()).toBe(0);
  });

  test.each(['demo', 'simulate'])(
    'has no simulated cluster, and %s says where there is one',
    async (command) => {
      await expect(run(file, [command], { cwd: folder })).rejects.toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(
          /^castwatch: [^\n]* is not in this build: the npm package has it[^\n]*\n$/,
        ),
      });
    },
  );

  test('tells a Node that is too old which one it needs', async () => {
    const old = run(process.execPath, ['--import', claiming('20.19.0'), file, 'demo'], { cwd: folder });
    const said = /^castwatch needs Node\.js 24 or newer; this is [\d.]+ \([^)\n]+\)\. [^\n]+\n$/;
    await expect(old).rejects.toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(said) });
  });
});
