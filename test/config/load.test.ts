import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { closedDirectory } from '../support/closed-directory.ts';
import { makeForeign } from '../support/foreign-file.ts';

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await closedDirectory();
  path = join(directory, 'my config.yaml');
});

test('a missing standard file is an empty configuration', async () => {
  expect(await loadConfig(path, false)).toEqual({ path: undefined, file: {} });
  await expect(loadConfig(path, true)).rejects.toMatchObject({
    code: 'config-file',
    message: `cannot read ${path}: no such file or directory`,
    cause: { code: 'ENOENT' },
  });
});

test('a file that exists and cannot be read is an error, also in the standard place', async () => {
  const words = `cannot read ${directory}: it is a directory`;
  for (const required of [true, false]) await expect(loadConfig(directory, required)).rejects.toThrow(words);
});

test('errors of the file are reported with its path', async () => {
  await writeFile(path, 'unit: bits\n', { mode: 0o600 });
  await expect(loadConfig(path, true)).rejects.toThrow(`${path}:1:1: unknown key "unit"`);
  await writeFile(path, 'theme: drak\n');
  await expect(loadConfig(path, true, { themes: ['dark'] })).rejects.toThrow('did you mean dark?');
});

test('a file that others can change is refused with a remedy', async () => {
  await writeFile(path, 'units: bytes\n');
  const message = `${path} can be changed by other users, and it names commands that castwatch runs; fix it with: chmod go-w '${path}'`;
  for (const mode of [0o666, 0o664, 0o646]) {
    await chmod(path, mode);
    await expect(loadConfig(path, true)).rejects.toMatchObject({ code: 'config-file', message });
  }
  await chmod(path, 0o644);
  expect(await loadConfig(path, true)).toEqual({ path, file: { units: 'bytes' } });
});

test('the rights of devices do not matter', async () => {
  expect((await loadConfig('/dev/null', true)).file).toEqual({});
});

test('a file of another user is refused, because its commands would run as this user', async () => {
  await writeFile(path, 'theme: light\n', { mode: 0o644 });
  await makeForeign(path);
  onTestFinished(() => void vi.restoreAllMocks());
  await expect(loadConfig(path, true)).rejects.toThrow(
    `${path} belongs to another user, and it names commands that castwatch runs; make it your own with: chown "$USER" '${path}'`,
  );
});

test('a configuration that is far too large is refused', async () => {
  await writeFile(path, '#'.repeat(256 * 1024), { mode: 0o600 });
  expect((await loadConfig(path, true)).file).toEqual({});
  await writeFile(path, '#'.repeat(256 * 1024 + 1));
  await expect(loadConfig(path, true)).rejects.toThrow(`cannot read ${path}: it is larger than 0.25 MB`);
});
