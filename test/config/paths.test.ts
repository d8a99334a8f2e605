import { chmod, mkdir, rm, stat, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import envPaths from 'env-paths';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultPaths, ensurePrivateDirectory, expandPath } from '../../src/config/paths.ts';
import { makeForeign } from '../support/foreign-file.ts';
import { newFolder } from '../support/new-folder.ts';

test('files are where the system keeps them, and state is beside the data where it has no place for it', () => {
  const { config, cache, data, log } = envPaths('castwatch', { suffix: '' });
  expect(defaultPaths()).toMatchObject({ configFile: join(config, 'config.yaml'), cacheDir: cache });
  const stateDirs = (['linux', 'darwin', 'win32'] as const).map((system) => defaultPaths(system).stateDir);
  expect(stateDirs).toEqual([log, join(data, 'state'), join(data, 'state')]);
});

test('a path in the configuration is relative to its directory, one on the command line to the current directory', () => {
  const inConfig = (path: string) => expandPath(path, '/etc/castwatch/config.yaml');
  expect(inConfig('keys/prod')).toBe('/etc/castwatch/keys/prod');
  expect([inConfig('/run/key'), expandPath('key')]).toEqual(['/run/key', resolve('key')]);
  // ~ means the home directory only at the beginning and alone.
  expect([inConfig('~'), inConfig('~/key')]).toEqual([homedir(), join(homedir(), 'key')]);
  expect(inConfig('~anna/key')).toBe('/etc/castwatch/~anna/key');
});

test('directories are made private, and one that others can write to is refused with a remedy', async () => {
  const base = newFolder();
  const path = join(base, 'state', "castwatch's");
  await ensurePrivateDirectory(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect((await stat(join(base, 'state'))).mode & 0o777).toBe(0o700);
  await chmod(path, 0o755);
  await ensurePrivateDirectory(path);
  await chmod(path, 0o770);
  await expect(ensurePrivateDirectory(path)).rejects.toThrow(`chmod go-w '${path.replace("'", "'\\''")}'`);
  await mkdir(join(base, 'world'));
  await chmod(join(base, 'world'), 0o702);
  await expect(ensurePrivateDirectory(join(base, 'world'))).rejects.toThrow('other users can write to it');
});

test("a directory of another user is refused, and so is another user's link to an own one", async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const base = newFolder();
  const [directory, link] = [join(base, 'directory'), join(base, 'link')];
  await mkdir(directory);
  await symlink(directory, link);
  await ensurePrivateDirectory(link);
  await makeForeign(link);
  await expect(ensurePrivateDirectory(link)).rejects.toThrow(`${link}: it belongs to another user`);
  await rm(link);
  await symlink(directory, link);
  await makeForeign(directory);
  await expect(ensurePrivateDirectory(link)).rejects.toThrow(`${link}: it belongs to another user`);
});
