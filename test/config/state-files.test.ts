import { chmod, mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { replaceFile, withLock } from '../../src/config/locked-file.ts';
import { openClusterMemory } from '../../src/config/state-files.ts';
import { closedDirectory } from '../support/closed-directory.ts';
import { ManualClock } from '../support/manual-clock.ts';

let directory: string;
const notices: string[] = [];
beforeEach(async () => {
  directory = join(await closedDirectory(), 'state', 'castwatch');
  notices.length = 0;
});

function open(cluster = 'https://c.example.com', clock: Clock = systemClock) {
  return openClusterMemory(directory, cluster, clock, (message) => notices.push(message));
}

test('the next run finds the state in a private file', async () => {
  const one = open();
  const user = { id: 7, name: 'anna', password: 'hunter2' };
  await one.rememberUser(user);
  await one.acknowledge('server-hot:edge-1', { at: 5, note: 'known' });
  await one.markExplained('transcode-read');
  const memory = await open().read();
  expect(memory.users).toEqual([{ id: 7, name: 'anna' }]);
  expect(memory.acknowledgements).toEqual({ 'server-hot:edge-1': { at: 5, note: 'known' } });
  expect(memory.explained).toEqual(['transcode-read']);
  expect(await readFile(one.path, 'utf8')).not.toContain('hunter2');
  expect((await stat(one.path)).mode & 0o777).toBe(0o600);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  expect((await open('https://other').read()).users).toEqual([]);
  expect(await readdir(directory)).toHaveLength(1);
});

test('a renamed user stays one user, and a deleted one is gone', async () => {
  const file = open();
  await file.rememberUser({ id: 1, name: 'anna' });
  await file.rememberUser({ id: 2, name: 'ben' });
  await file.rememberUser({ id: 1, name: 'annika' });
  expect((await file.forgetUser(2)).users).toEqual([{ id: 1, name: 'annika' }]);
  await file.acknowledge('a', { at: 1, note: '' });
  expect((await file.withdraw('a')).acknowledgements).toEqual({});
});

test('simultaneous changes of several programs are all kept', async () => {
  const changes = Array.from({ length: 5 }, (_, program) => {
    const { rememberUser } = open();
    return [0, 1, 2, 3].map((n) => rememberUser({ id: program * 10 + n, name: `u${n}` }));
  });
  await Promise.all(changes.flat());
  expect((await open().read()).users).toHaveLength(20);
});

test.each(['{"users": [', '[]', '{"cluster":"x","users":"none"}', ''])(
  'a damaged file (%s) is put aside and reported',
  async (text) => {
    const file = open();
    await file.rememberUser({ id: 1, name: 'anna' });
    await writeFile(file.path, text);
    const memory = await file.rememberUser({ id: 2, name: 'ben' });
    expect(memory.users).toEqual([{ id: 2, name: 'ben' }]);
    const aside = (await readdir(directory)).find((name) => name.includes('.damaged-'));
    expect(await readFile(join(directory, aside ?? ''), 'utf8')).toBe(text);
    expect(notices).toEqual([expect.stringContaining(`it is kept as ${join(directory, aside ?? '')}`)]);
  },
);

test('a damaged file that cannot be put aside is reported, too', async () => {
  const { path, read } = open(undefined, new ManualClock());
  await mkdir(`${path}.damaged-2026-01-15T12-00-00-000Z`, { recursive: true });
  await writeFile(path, 'damaged');
  expect((await read()).users).toEqual([]);
  expect(notices).toEqual([`the file ${path} was damaged, so a new one is started; it could not be renamed`]);
});

test('the lock of another program is waited for, unless it is so old that its program is dead, but not for ever', async () => {
  const clock = new ManualClock();
  const file = open(undefined, clock);
  await file.rememberUser({ id: 1, name: 'anna' });
  /** How long a change waits for a lock of this age, and what comes of it. */
  const change = async (ageSeconds: number) => {
    await writeFile(`${file.path}.lock`, '');
    const since = clock.now() / 1000 - ageSeconds;
    await utimes(`${file.path}.lock`, since, since);
    const began = clock.monotonic();
    const told: unknown[] = [];
    const changed = file.rememberUser({ id: 2, name: 'ben' }).then(({ users }) => users.length);
    changed.catch((error: Error) => error.message).then((outcome) => told.push(outcome));
    await expect.poll(() => clock.advance(20).then(() => told), { interval: 1 }).toHaveLength(1);
    return [told[0], clock.monotonic() - began] as const;
  };
  expect((await change(11))[0]).toBe(2);
  const [users, waited] = await change(8);
  expect([users, waited > 1_900]).toEqual([2, true]);
  const [refusal, gaveUp] = await change(0);
  expect(refusal).toContain('another castwatch holds');
  expect([gaveUp > 1_000, gaveUp < 10_000]).toEqual([true, true]);
});

test('a lock that was taken over meanwhile does not undo the change', async () => {
  const path = join(tmpdir(), `castwatch-lock-${process.pid}`);
  expect(await withLock(path, systemClock, () => rm(`${path}.lock`).then(() => 'done'))).toBe('done');
});

test('a lock that cannot be made is reported at once', async () => {
  const clock = new ManualClock();
  await expect(withLock(join(directory, 'file'), clock, async () => 'done')).rejects.toMatchObject({
    code: 'state',
    message: `cannot change ${join(directory, 'file')}: no such file or directory`,
  });
  expect(clock.waiting).toBe(0);
});

test('a file that cannot be replaced is reported, and nothing is left beside it', async () => {
  const path = join(directory, 'in the way');
  await mkdir(join(path, 'not empty'), { recursive: true });
  await expect(replaceFile(path, 'text')).rejects.toThrow(`cannot write ${path}: `);
  expect(await readdir(directory)).toEqual(['in the way']);
});

test('a file that cannot be read is an error and no empty state', async () => {
  const file = open();
  await mkdir(file.path, { recursive: true });
  await expect(file.read()).rejects.toMatchObject({
    code: 'state',
    message: `cannot read ${file.path}: it is not an ordinary file`,
  });
});

test('a file that other users can write to, or that is far too large, is not read', async () => {
  const file = open();
  await file.rememberUser({ id: 7, name: 'anna' });
  await chmod(file.path, 0o666);
  await expect(file.read()).rejects.toThrow('other users can write to it');
  await chmod(file.path, 0o600);
  await truncate(file.path, 17 * 1024 * 1024);
  await expect(file.read()).rejects.toThrow('it is larger than');
});

test('of too many acknowledgements the oldest are dropped', async () => {
  const file = open();
  const first = await file.acknowledge('first', { at: 1, note: '' });
  const keys = Array.from({ length: 1_000 }, (_, index) => `key-${index}`);
  const many = Object.fromEntries(keys.map((key, index) => [key, { at: 10 + index, note: '' }]));
  const all = { ...many, ...first.acknowledgements };
  await writeFile(file.path, JSON.stringify({ ...first, acknowledgements: all }));
  const { acknowledgements } = await file.acknowledge('newest', { at: 5_000, note: 'mine' });
  expect(Object.keys(acknowledgements).toSorted()).toEqual([...keys.slice(1), 'newest'].toSorted());
});

test('of too many users those met first are dropped', async () => {
  const file = open();
  const first = await file.rememberUser({ id: 0, name: 'first' });
  const users = Array.from({ length: 5_000 }, (_, id) => ({ id, name: `user ${id}` }));
  await writeFile(file.path, JSON.stringify({ ...first, users }));
  const kept = (await file.rememberUser({ id: 9_999, name: 'newest' })).users;
  expect([kept.length, kept[0]?.id, kept.at(-1)?.name]).toEqual([5_000, 1, 'newest']);
});
