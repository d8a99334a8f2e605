import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/history/database.ts';
import { createLease, LEASE_MS } from '../../src/history/lease.ts';
import { historyPath, openTestHistory } from './rig.ts';

test('the file is for its owner alone', async () => {
  const path = await historyPath();
  (await openTestHistory(path)).close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('without leave to create, a missing history is said to be missing', async () => {
  const path = await historyPath();
  await expect(openDatabase(path, { create: false })).rejects.toThrow('there is no history');
});

test('a link is not followed, and its target stays as it was', async () => {
  const path = await historyPath();
  const victim = `${path}.victim`;
  writeFileSync(victim, 'precious');
  symlinkSync(victim, path);
  await expect(openDatabase(path, { create: true })).rejects.toThrow('is a link');
  expect(statSync(victim).size).toBe(8);
});

test('what is no history is refused with what to do', async () => {
  const path = await historyPath();
  writeFileSync(path, 'this is not a database, and long enough to be looked at as one. '.repeat(200));
  await expect(openDatabase(path, { create: true })).rejects.toMatchObject({ code: 'DAMAGED' });
});

test('a database of another program stays as it is, and reading makes no history', async () => {
  const path = await historyPath();
  const other = new DatabaseSync(path);
  other.exec('CREATE TABLE precious (x)');
  other.close();
  const before = readFileSync(path);
  for (const create of [true, false]) {
    await expect(openDatabase(path, { create })).rejects.toThrow('is no history');
  }
  expect(readFileSync(path).equals(before)).toBe(true);
  const empty = await historyPath();
  writeFileSync(empty, '');
  await expect(openDatabase(empty, { create: false })).rejects.toThrow('there is no history');
  expect(statSync(empty).size).toBe(0);
});

test('a history of a newer version is refused and not touched', async () => {
  const path = await historyPath();
  const newer = await openTestHistory(path);
  newer.sql('PRAGMA user_version = 99').run();
  newer.close();
  await expect(openDatabase(path, { create: true })).rejects.toMatchObject({ code: 'NEWER' });
});

test('each older version is brought to the newest, with what it holds', async () => {
  const versions = ['CREATE TABLE lease (x)', 'ALTER TABLE lease ADD COLUMN y', 'CREATE TABLE three (x)'];
  for (let older = 1; older < versions.length; older++) {
    const path = await historyPath();
    const old = await openDatabase(path, { create: true, versions: versions.slice(0, older) });
    old.sql('INSERT INTO lease (x) VALUES (42)').run();
    old.close();
    const now = await openDatabase(path, { create: true, versions });
    expect(now.sql('SELECT x, y FROM lease').all()).toEqual([{ x: 42, y: null }]);
    expect(now.sql('SELECT COUNT(*) AS n FROM three').get()).toEqual({ n: 0 });
    now.close();
  }
});

test('a migration that fails leaves the history as it was', async () => {
  const path = await historyPath();
  (await openDatabase(path, { create: true, versions: ['CREATE TABLE lease (x)'] })).close();
  const broken = ['CREATE TABLE lease (x)', 'CREATE TABLE two (x); INSERT INTO nowhere VALUES (1)'];
  await expect(openDatabase(path, { create: true, versions: broken })).rejects.toThrow();
  const again = await openDatabase(path, { create: true, versions: ['CREATE TABLE lease (x)'] });
  expect(again.sql("SELECT COUNT(*) AS n FROM sqlite_master WHERE name = 'two'").get()).toEqual({ n: 0 });
  again.close();
});

test('one program writes; another takes over when it let go, died or fell silent', async () => {
  const path = await historyPath();
  const [one, two] = [await openTestHistory(path), await openTestHistory(path)];
  const [first, second] = [createLease(one), createLease(two)];
  expect(first.renew(1_000)).toBe(true);
  expect(second.renew(2_000)).toBe(false);
  expect(second.renew(1_000 + LEASE_MS)).toBe(true);
  expect(first.renew(2_000 + LEASE_MS)).toBe(false);
  second.release();
  expect(first.renew(3_000 + LEASE_MS)).toBe(true);
  first.release();
  // A process id that cannot be: the writer of before was killed.
  expect(createLease(one, 2 ** 22 + 1).renew(4_000)).toBe(true);
  expect(second.renew(4_001)).toBe(true);
  one.close();
  two.close();
});
