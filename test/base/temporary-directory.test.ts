import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTemporaryDirectory } from '../../src/base/temporary-directory.ts';

test('the directory is private and is removed with its content', () => {
  const listeners = process.listenerCount('exit');
  const directory = openTemporaryDirectory();
  expect(statSync(directory.path).mode & 0o777).toBe(0o700);
  writeFileSync(join(directory.path, 'file'), 'text');
  directory.remove();
  expect(existsSync(directory.path)).toBe(false);
  directory.remove();
  expect(process.listenerCount('exit')).toBe(listeners);
});

test.each([
  ['ends', '', 0],
  ['exits early', 'process.exit(3)', 3],
  ['crashes', 'throw new Error("broken")', 1],
])('the directory is removed when the process %s', (_how, end, code) => {
  const folder = mkdtempSync(join(tmpdir(), 'castwatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const module = new URL('../../src/base/temporary-directory.ts', import.meta.url);
  const script = `
    const { writeFileSync } = await import('node:fs');
    const { openTemporaryDirectory } = await import('${module}');
    const { path } = openTemporaryDirectory();
    writeFileSync(path + '/file', 'text');
    console.log(path);
    ${end}`;
  const words = ['--input-type=module', '--eval', script];
  const options = { env: { TMPDIR: folder }, encoding: 'utf8' } as const;
  const { status, stdout } = spawnSync(process.execPath, words, options);
  expect(stdout).toContain(join(folder, 'castwatch-'));
  expect(status).toBe(code);
  expect(readdirSync(folder)).toEqual([]);
});
