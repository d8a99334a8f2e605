import { execFileSync } from 'node:child_process';
import { chmod, link, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as privateFile from '../../src/base/private-file.ts';
import { tableKeys } from '../../src/base/table.ts';
import { saveNewFile } from '../../src/cli/save-file.ts';
import { openAudit } from '../../src/config/audit.ts';
import { openLogFile } from '../../src/config/log-file.ts';
import { openClusterMemory } from '../../src/config/state-files.ts';
import { openTapeWriter } from '../../src/recording/tape-writer.ts';
import { makeForeign } from '../support/foreign-file.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { newFolder } from '../support/new-folder.ts';

const { openNamedFile, openPrivateFile, readNamedFile, readStart, writeNewFile } = privateFile;
const CLUSTER = 'https://cluster.example.com';
const clock = new ManualClock();
let directory: string;
let victim: string;
beforeEach(async () => {
  directory = newFolder();
  victim = join(directory, 'victim');
  await writeFile(victim, 'precious', { mode: 0o644 });
  await chmod(victim, 0o644);
});
afterEach(() => rm(directory, { recursive: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
const entry = { cluster: 'c', user: 'u', action: 'a', target: 't', fields: {}, outcome: 'ok' } as const;

const tape = () => openTapeWriter(join(directory, 'a.rec'), { cluster: 'c', clock, onFailure: () => {} });
const memory = () => openClusterMemory(directory, CLUSTER, clock, () => {});
/** Every file that the program keeps, by the name that an attacker would plant. */
const writers = {
  log: [() => 'castwatch.log', () => openLogFile(join(directory, 'castwatch.log'), clock, () => {})],
  audit: [() => 'audit.jsonl', () => openAudit(directory, clock).append(entry)],
  recording: [() => 'a.rec', tape],
  'older piece of a recording': [() => 'a.rec.1', tape],
  'saved file': [() => 'saved.txt', () => saveNewFile(join(directory, 'saved.txt'), 'text')],
  'memory of a cluster': [
    () => memory().path.slice(directory.length + 1),
    () => memory().rememberUser({ id: 1, name: 'n' }),
  ],
} satisfies Record<string, readonly [name: () => string, write: () => Promise<unknown>]>;

test.each(tableKeys(writers))('%s: a planted link is not followed', async (what) => {
  const [name, write] = writers[what];
  await symlink(victim, join(directory, name()));
  await expect(write()).rejects.toThrow(/symbolic link|already|holds/);
  expect(await readFile(victim, 'utf8')).toBe('precious');
  expect(await modeOf(victim)).toBe(0o644);
});

test.each(['log', 'audit', 'recording'] as const)('%s: a planted pipe is refused at once', async (what) => {
  const [name, write] = writers[what];
  execFileSync('sh', ['-c', 'mkfifo "$0"', join(directory, name())]);
  await expect(write()).rejects.toThrow(/pipe|ordinary file/);
});

test('a pipe that the user names is refused without waiting for it', async () => {
  const pipe = join(directory, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(() => readNamedFile(pipe, 1024)).toThrow('it is a pipe, not an ordinary file');
  await expect(openNamedFile(pipe)).rejects.toThrow('it is not an ordinary file');
});

test('a named file is read up to its limit, and refused above it', async () => {
  const path = join(directory, 'named');
  await writeFile(path, 'x'.repeat(1024));
  expect(readNamedFile(path, 1024)).toHaveLength(1024);
  expect(() => readNamedFile(path, 1023)).toThrow('it is larger than');
  expect(readNamedFile('/dev/null', 1024)).toBe('');
});

test('a new file belongs to its user alone unless it is for others, and is never overwritten', async () => {
  const path = join(directory, 'new');
  await writeNewFile(path, 'text');
  expect([await readFile(path, 'utf8'), await modeOf(path)]).toEqual(['text', 0o600]);
  await expect(writeNewFile(path, 'other')).rejects.toThrow('EEXIST');
  expect(await readFile(path, 'utf8')).toBe('text');
  await writeNewFile(join(directory, 'shared'), 'text', 0o644);
  expect(await modeOf(join(directory, 'shared'))).toBe(0o644);
});

test('a file that others could read is closed to them when it is appended to', async () => {
  await (await openPrivateFile(victim, 'append')).close();
  expect(await modeOf(victim)).toBe(0o600);
});

test('the start of a file is read, of a short one all, and of none nothing', async () => {
  await chmod(victim, 0o600);
  expect((await readStart(victim, 3))?.toString()).toBe('pre');
  expect((await readStart(victim, 99))?.toString()).toBe('precious');
  expect(await readStart(join(directory, 'none'), 3)).toBeUndefined();
  await chmod(victim, 0o622);
  await expect(readStart(victim, 3)).rejects.toThrow('other users can write to it');
});

test('a file of another user, and one with a hard link, is not appended to', async () => {
  await link(victim, join(directory, 'second'));
  await expect(openPrivateFile(victim, 'append')).rejects.toThrow('second name');
  const own = join(directory, 'own');
  await writeFile(own, 'x');
  await makeForeign(own);
  await expect(openPrivateFile(own, 'append')).rejects.toThrow('another user');
  await expect(openPrivateFile(own, 'read')).rejects.toThrow('another user');
});

test('a state directory that others can write to or that another user owns is refused', async () => {
  await chmod(directory, 0o777);
  await expect(openAudit(directory, clock).append(entry)).rejects.toThrow(`chmod go-w ${directory}`);
  await chmod(directory, 0o700);
  await openAudit(directory, clock).append(entry);
  await makeForeign(directory);
  await expect(openAudit(directory, clock).append(entry)).rejects.toThrow('belongs to another user');
});
