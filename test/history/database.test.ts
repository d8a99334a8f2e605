import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { type HistoryDatabase, openDatabase } from '../../src/history/database.ts';
import { createLease, LEASE_MS } from '../../src/history/lease.ts';
import { migrations } from '../../src/history/schema.ts';
import { WRITE_MS } from '../../src/history/writer.ts';
import { historyPath, openTestHistory } from './rig.ts';

/** The path of a history in which nobody is. */
async function closedHistory(): Promise<string> {
  const db = await openTestHistory();
  db.close();
  return db.path;
}

/** Runs statements without the checks and triggers of a history. */
function alter(path: string, sql: string) {
  using other = new DatabaseSync(path);
  other.exec(sql);
}

test.each([
  ['a directory', '', (path: string) => mkdirSync(path)],
  ['a link', 'is a link', (path: string) => symlinkSync(`${path}.victim`, path)],
])('%s is refused, and the target of a link stays as it was', async (_what, words, make) => {
  const path = await historyPath();
  writeFileSync(`${path}.victim`, 'precious');
  make(path);
  const refused = openDatabase(path, { create: true });
  await expect(refused).rejects.toMatchObject({ code: 'UNUSABLE', message: expect.stringContaining(words) });
  expect(readFileSync(`${path}.victim`, 'utf8')).toBe('precious');
});

test('a history that others can write to, or that has a hard link, is refused with a remedy', async () => {
  const path = await closedHistory();
  for (const mode of [0o666, 0o620, 0o602]) {
    chmodSync(path, mode);
    await expect(openDatabase(path, { create: true })).rejects.toThrow(`chmod 600 ${path}`);
  }
  chmodSync(path, 0o600);
  linkSync(path, `${path}.second`);
  await expect(openDatabase(path, { create: true })).rejects.toThrow('a second name');
});

test('a history that others can read is made private', async () => {
  const path = await closedHistory();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  chmodSync(path, 0o644);
  (await openDatabase(path, { create: false })).close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each([
  ['a trigger', 'CREATE TRIGGER evil AFTER INSERT ON event BEGIN DELETE FROM event; END'],
  [
    'an endless view in place of a table',
    'DROP TABLE event; CREATE VIEW event AS WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n) SELECT at FROM n',
  ],
  [
    'a computed column',
    'ALTER TABLE event ADD COLUMN evil GENERATED ALWAYS AS (hex(zeroblob(900000000))) VIRTUAL',
  ],
  ['a virtual table', 'CREATE VIRTUAL TABLE evil USING fts5(text)'],
])('a history with %s is refused and stays as it is', async (_, sql) => {
  const path = await closedHistory();
  alter(path, sql);
  const before = readFileSync(path);
  await expect(openDatabase(path, { create: false })).rejects.toMatchObject({ code: 'UNUSABLE' });
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('a database of another program stays as it is, and reading creates no history', async () => {
  const path = await historyPath();
  alter(path, 'CREATE TABLE precious (x)');
  const before = readFileSync(path);
  for (const create of [true, false]) {
    await expect(openDatabase(path, { create })).rejects.toThrow('is not a history');
  }
  expect(readFileSync(path).equals(before)).toBe(true);
  const empty = await historyPath();
  writeFileSync(empty, '');
  await expect(openDatabase(empty, { create: false })).rejects.toThrow('there is no history');
  expect(statSync(empty).size).toBe(0);
  await expect(openDatabase(await historyPath(), { create: false })).rejects.toThrow('there is no history');
});

test('a history from before the first release is refused with a remedy, and not changed', async () => {
  const path = await closedHistory();
  alter(path, `PRAGMA user_version = ${migrations.length - 1}`);
  const before = readFileSync(path);
  await expect(openDatabase(path, { create: true })).rejects.toThrow('move it away');
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('each older version is upgraded to the newest with all its data', async () => {
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

test('only one program writes; another takes over when it stopped, died or was silent for long', async () => {
  const path = await historyPath();
  const [one, two] = [await openTestHistory(path), await openTestHistory(path)];
  const [first, second] = [createLease(one), createLease(two)];
  expect(first.renew(1_000)).toBe('taken');
  expect(second.renew(2_000)).toBeUndefined();
  expect(second.renew(1_000 + LEASE_MS)).toBe('taken');
  expect(first.renew(2_000 + LEASE_MS)).toBeUndefined();
  second.release();
  expect(first.renew(3_000 + LEASE_MS)).toBe('taken');
  first.release();
  // An impossible process id: the earlier writer was killed.
  expect(createLease(one, 2 ** 22 + 1).renew(4_000)).toBe('taken');
  expect(second.renew(4_001)).toBe('taken');
});

test('a transaction is written whole or not at all, and does not block the next one', async () => {
  const path = await historyPath();
  const [one, two] = [await openTestHistory(path), await openTestHistory(path)];
  const insert = (db: HistoryDatabase, key: string) =>
    db.sql('INSERT INTO about (key, value) VALUES (?, ?)').run(key, 'x');
  const keys = () => Array.from(two.sql('SELECT key FROM about').all(), ({ key }) => key);
  const lose = () => {
    insert(one, 'lost');
    throw new Error('broken off');
  };
  expect(() => one.transaction(lose)).toThrow('broken off');
  expect(keys()).toEqual([]);
  // Another program does not see it before its end.
  expect(one.transaction(() => [insert(one, 'kept').changes, keys()])).toEqual([1, []]);
  expect(keys()).toEqual(['kept']);
});

test('the log beside the file is cut after a large transaction', async () => {
  const db = await openTestHistory();
  expect(db.sql('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  // SQLite does it: to write more than that takes seconds.
  expect(db.sql('PRAGMA journal_size_limit').get()).toEqual({ journal_size_limit: 33_000_000 });
});

test('a closed history refuses writes and leaves a single file; an error of a statement is one of the history', async () => {
  const db = await openTestHistory();
  db.sql("INSERT INTO about (key, value) VALUES ('a', 'b')").run();
  expect(() => db.sql('SELECT nothing')).toThrow(expect.objectContaining({ code: 'UNUSABLE' }));
  expect(existsSync(`${db.path}-wal`)).toBe(true);
  db.close();
  expect(existsSync(`${db.path}-wal`)).toBe(false);
  expect(() => db.sql('SELECT 1').get()).toThrow();
});

test('the lease of a writer on another machine holds until it is silent, whatever runs here', async () => {
  const path = await historyPath();
  const [one, two] = [await openTestHistory(path), await openTestHistory(path)];
  expect(createLease(one, 2 ** 22 + 1).renew(1_000)).toBe('taken');
  one.sql("UPDATE lease SET host = 'elsewhere'").run();
  const second = createLease(two);
  expect(second.renew(1_000 + LEASE_MS - 1)).toBeUndefined();
  expect(second.renew(1_000 + LEASE_MS)).toBe('taken');
  // Renewed by its owner, although late.
  expect(second.renew(1_000 + 9 * LEASE_MS)).toBe('renewed');
  // A time in the future, as before the clock was set back.
  expect(createLease(one).renew(1_000 + 7 * LEASE_MS)).toBe('taken');
  // A writer renews it with each write.
  expect(LEASE_MS).toBeGreaterThan(WRITE_MS);
});

test('opening waits for another program as long as it is told to', async () => {
  const path = await historyPath();
  for (const waitMs of [50, undefined]) {
    const db = await openDatabase(path, { create: true, waitMs });
    expect(db.sql('PRAGMA busy_timeout').get()).toEqual({ timeout: waitMs ?? 2_000 });
    db.close();
  }
});
