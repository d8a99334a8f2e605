import { fork, spawnSync } from 'node:child_process';
import { on, once } from 'node:events';
import { chmodSync, chownSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { type HistoryDatabase, openDatabase, openReadOnly } from '../../src/history/database.ts';
import { createLease } from '../../src/history/lease.ts';
import { assertLocal, ownsShared } from '../../src/history/shared-directory.ts';
import { newFolder } from '../support/new-folder.ts';

const GROUP = 61_234;
const READER = 61_235;
const isRoot = process.geteuid?.() === 0;
const open = (path: string) => openDatabase(path, { create: true, shared: true });

function sharedPath(mode = 0o2750): string {
  const directory = newFolder();
  if (isRoot) chownSync(directory, 0, GROUP);
  chmodSync(directory, mode);
  return join(directory, 'history.db');
}

const add = (db: HistoryDatabase, key: string) =>
  db.sql("INSERT INTO about (key, value) VALUES (?, '')").run(key);

/** A process of another user in this group, whose answers are the number of rows that it sees, or its error. */
function readerOf(path: string, gid = GROUP, keep = '') {
  const as = { uid: READER, gid, cwd: '/' };
  const child = fork(new URL('./shared-reader.ts', import.meta.url), [path, keep], as);
  const answers = on(child, 'message');
  const exit = once(child, 'exit');
  const end = async () => {
    if (!child.connected) return;
    child.disconnect();
    await exit;
  };
  onTestFinished(end);
  return {
    end,
    async count() {
      child.send('count');
      return (await answers.next()).value?.[0];
    },
  };
}

test('files of a shared history are for the owner to write and the group to read, whatever the umask', async () => {
  const path = sharedPath();
  const umask = process.umask(0o077);
  onTestFinished(() => void process.umask(umask));
  const db = await open(path);
  add(db, 'a');
  for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o777).toBe(0o640);
  db.close();
  chmodSync(path, 0o644);
  (await open(path)).close();
  expect(statSync(path).mode & 0o777).toBe(0o640);
  chmodSync(path, 0o666);
  await expect(open(path)).rejects.toThrow(`chmod 640 ${path}`);
  expect(() => openReadOnly(path, { shared: true })).toThrow(`chmod 640 ${path}`);
});

test('a shared directory must exist, and only its owner may write to it', async () => {
  const path = sharedPath(0o2770);
  await expect(open(path)).rejects.toThrow(`chmod go-w ${dirname(path)}`);
  expect(ownsShared(dirname(path))).toBe(false);
  chmodSync(dirname(path), 0o750);
  expect(ownsShared(dirname(path))).toBe(true);
  const missing = join(dirname(path), 'missing', 'history.db');
  await expect(open(missing)).rejects.toThrow('install -d -o USER -g GROUP -m 2750');
  expect(existsSync(dirname(missing))).toBe(false);
});

test('a reader sees a history during and after its writer, and never changes it', async () => {
  const path = sharedPath();
  const read = () => {
    const db = openReadOnly(path, { shared: true });
    const count = db.sql('SELECT COUNT(*) AS count FROM about').get()?.count;
    expect(() => add(db, 'x')).toThrow('readonly');
    db.close();
    return count;
  };
  expect(read).toThrow('there is no history');
  const db = await open(path);
  add(db, 'a');
  expect(read()).toBe(1);
  db.close();
  const before = statSync(path).mtimeMs;
  expect(read()).toBe(1);
  expect(statSync(path).mtimeMs).toBe(before);
  expect(existsSync(`${path}-wal`)).toBe(false);
});

test.each([
  ['no history', 'ALTER TABLE lease RENAME TO notes', 'is not a history'],
  ['an older one', 'PRAGMA user_version = 3', 'another version of castwatch'],
])('a database that is %s is refused by a reader, and stays as it is', async (_what, sql, words) => {
  const path = sharedPath();
  (await open(path)).close();
  const other = new DatabaseSync(path);
  other.exec(sql);
  other.close();
  const before = readFileSync(path);
  expect(() => openReadOnly(path, { shared: true })).toThrow(words);
  expect(readFileSync(path).equals(before)).toBe(true);
});

test.each([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
])('a history on a network file system (%i) is refused by name', (type, name) => {
  expect(() => assertLocal('/net/history.db', () => type)).toThrow(`network file system (${name})`);
  expect(() => assertLocal('/disk/history.db', () => 0xef53)).not.toThrow();
});

/** Only root can run a program as another user, who must also be able to read this checkout. */
function otherUserReads(): boolean {
  if (!isRoot) return false;
  const script = join(import.meta.dirname, 'shared-reader.ts');
  const read = ['-e', 'require("node:fs").readFileSync(process.argv[1])', script];
  return spawnSync(process.execPath, read, { uid: READER, gid: READER, cwd: '/' }).status === 0;
}
const NO_OTHER_USER = 'needs root, and a checkout that other users can read';

test('a user of the group reads before, during and after the recorder, and others never do', async ({
  skip,
}) => {
  if (!otherUserReads()) skip(NO_OTHER_USER);
  const path = sharedPath();
  const reader = readerOf(path);
  const stranger = readerOf(path, READER);
  expect(await reader.count()).toContain('there is no history');
  const db = await open(path);
  createLease(db).renew(1);
  add(db, 'a');
  expect(await reader.count()).toBe('1');
  expect(await stranger.count()).toContain('permission denied');
  const kept = readerOf(path, GROUP, 'keep');
  expect(await kept.count()).toBe('1');
  add(db, 'b');
  expect(await kept.count()).toBe('2');
  db.close();
  // The reader that stays keeps the log, so that a new one reads through it.
  expect(await kept.count()).toBe('2');
  expect(await reader.count()).toBe('2');
  await kept.end();
  expect(await reader.count()).toBe('2');
  const next = await open(path);
  add(next, 'c');
  expect(await reader.count()).toBe('3');
  next.close();
  expect(existsSync(`${path}-wal`)).toBe(false);
  expect(await reader.count()).toBe('3');
});

test('a user of the group reads what a killed writer left, and a file put there by hand', async ({
  skip,
}) => {
  if (!otherUserReads()) skip(NO_OTHER_USER);
  const path = sharedPath();
  const db = await open(path);
  add(db, 'a');
  const reader = readerOf(path);
  // The log and its index as they are at a kill.
  for (const suffix of ['', '-wal', '-shm']) renameSync(`${path}${suffix}`, `${path}.killed${suffix}`);
  expect(await readerOf(`${path}.killed`).count()).toBe('1');
  db.close();
  const byHand = await openDatabase(path, { create: true });
  add(byHand, 'x');
  byHand.close();
  chmodSync(path, 0o640);
  expect(await reader.count()).toBe('1');
});
