import fs, { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createClusterStore } from '../../src/cluster/store.ts';
import { historyFile, openDatabase } from '../../src/history/database.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { defaultRetention } from '../../src/history/retention.ts';
import { WRITE_MS, type WriterStatus } from '../../src/history/writer.ts';
import { keepHistory } from '../../src/session/kept-history.ts';
import { closedDirectory } from '../support/closed-directory.ts';
import { eventually } from '../support/eventually.ts';
import { calm } from '../support/fake-services.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';

const url = 'http://cluster.example';

interface Given {
  readonly stateDir?: string;
  /** Runs before its file is opened. */
  readonly before?: (path: string) => Promise<void>;
}

/** A history that will be opened in a second, and each reported status. */
async function begun({ stateDir, before }: Given = {}) {
  const directory = stateDir ?? (await closedDirectory());
  await before?.(historyFile(directory, url));
  const clock = new ManualClock(sampleNow);
  const cluster = createClusterStore({ name: 'c', url });
  const triage = { getState: () => calm, subscribe: () => () => undefined };
  const told: WriterStatus[] = [];
  const onStatus = (status: WriterStatus) => told.push(status);
  const options = { stateDir: directory, url, clock, retention: defaultRetention };
  const kept = keepHistory({ ...options, cluster, triage, onStatus });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= kept.close());
  onTestFinished(close);
  return { stateDir: directory, path: historyFile(directory, url), clock, cluster, kept, told, close };
}

async function keep(given: Given = {}) {
  const own = await begun(given);
  await own.clock.advance(1_000);
  await eventually(() => expect(own.kept.reader).toBeDefined());
  return own;
}

/** What SQLite says of the file at `path`, and what the history there begins and ends with. */
async function contentOf(path: string) {
  const db = await openDatabase(path, { create: false });
  const range = createHistoryReader(db).range();
  expect(db.sql('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  db.close();
  return range;
}

test('the file is opened a second after the start, not at the first frame', async () => {
  const { clock, kept, told, path } = await begun();
  await clock.advance(999);
  expect(kept.status).toBeUndefined();
  expect(kept.facts()).toEqual({ writing: 'opening', since: sampleNow });
  await clock.advance(1);
  await eventually(() => expect(kept.status).toEqual({ kind: 'writing' }));
  const bytes = fs.statSync(path).size;
  expect(kept.facts()).toEqual({ path, bytes, writing: 'writing', since: sampleNow + 1_000 });
  expect(told).toEqual([{ kind: 'writing' }]);
});

test('a file that cannot be opened is reported once with its name, and opened once that is possible', async () => {
  const { clock, kept, told, path } = await begun({ before: async (to) => fs.symlinkSync('elsewhere', to) });
  await clock.advance(1_000);
  await eventually(() => expect(told).toHaveLength(1));
  expect(told[0]).toMatchObject({ kind: 'failing', error: { name: 'HistoryError', code: 'UNUSABLE' } });
  expect(kept.status).toBe(told[0]);
  const message = expect.stringContaining(path);
  expect(kept.facts()).toMatchObject({ writing: 'failing', since: sampleNow + 1_000, message });
  expect(kept.reader).toBeUndefined();
  await eventually(() => expect(clock.waiting).toBe(1));
  await clock.advance(60_000);
  await eventually(() => expect(clock.waiting).toBe(1));
  expect(told).toHaveLength(1);
  rmSync(path);
  await clock.advance(60_000);
  await eventually(() => expect(kept.status).toEqual({ kind: 'writing' }));
});

test('a damaged file is put aside and reported, and a new one is written', async () => {
  const before = async (file: string) => writeFileSync(file, 'no database'.repeat(100));
  const { clock, kept, told, stateDir, path } = await begun({ before });
  await clock.advance(1_000);
  await eventually(() => expect(kept.status).toEqual({ kind: 'writing' }));
  const aside = readdirSync(stateDir).find((name) => name.includes('.damaged-')) ?? '';
  expect(fs.readFileSync(join(stateDir, aside), 'utf8')).toMatch(/^no database/);
  expect(told).toMatchObject([{ kind: 'failing', error: { code: 'DAMAGED' } }, { kind: 'writing' }]);
  expect(kept.facts().lost).toEqual({
    at: sampleNow + 1_000,
    message: `the history ${path} was damaged, so a new one is started; it is kept as ${join(stateDir, aside)}`,
  });
});

test('a file of a newer castwatch stays as it is', async () => {
  const before = async (file: string) => {
    const db = await openDatabase(file, { create: true });
    db.sql('PRAGMA user_version = 1000').run();
    db.close();
  };
  const { clock, told, stateDir, path } = await begun({ before });
  await clock.advance(1_000);
  await eventually(() => expect(told).toMatchObject([{ kind: 'failing', error: { code: 'NEWER' } }]));
  expect(readdirSync(stateDir)).toEqual([basename(path)]);
});

test('a file that becomes damaged while it is read is reported once and not read again', async () => {
  const { kept, told, path } = await keep();
  const other = await openDatabase(path, { create: false });
  other.sql('DROP TABLE journal_block').run();
  other.close();
  expect(kept.reader?.journal(0, sampleNow)).toEqual([]);
  expect(kept.reader).toBeUndefined();
  const message = expect.stringContaining('journal_block');
  expect(kept.facts()).toMatchObject({ writing: 'failing', message });
  expect(told.map(({ kind }) => kind)).toEqual(['writing', 'failing']);
});

test.each([
  ['removed', (path: string) => rmSync(path)],
  ['removed with its log', (path: string) => [rmSync(path), rmSync(`${path}-wal`), rmSync(`${path}-shm`)]],
  ['moved away', (path: string) => renameSync(path, `${path}.old`)],
  ['replaced by an empty file', (path: string) => [rmSync(path), writeFileSync(path, '', { mode: 0o600 })]],
])(
  'a file that is %s while it is written is reported, and writing starts again with the current state after a gap',
  async (_, attack) => {
    const { clock, cluster, kept, told, path } = await keep();
    cluster.setState(sampleState());
    await clock.advance(4_000);
    attack(path);
    expect(kept.facts()).toMatchObject({ path, writing: 'writing', lost: undefined });
    await clock.advance(1_000);
    await eventually(() => expect(kept.reader?.range()).toBeDefined());
    const gone = { kind: 'failing', error: { code: 'GONE' } };
    expect(told).toMatchObject([{ kind: 'writing' }, gone, { kind: 'writing' }]);
    const seen = sampleNow + 1_000;
    const message = expect.stringContaining(`the history ${path} was removed or replaced`);
    expect(kept.facts().lost).toMatchObject({ at: seen + 5_000, message });
    const gap = { resource: 'watching', from: seen, to: seen + 5_000, reason: 'FILE_LOST' };
    expect(kept.reader?.gaps(sampleNow, seen + 10_000)).toEqual([gap]);
    expect(await contentOf(path)).toBeDefined();
  },
);

test('of a file that is replaced by a damaged one, the gap begins when it was seen last', async () => {
  const { clock, kept, path } = await keep();
  await clock.advance(4_000);
  writeFileSync(`${path}.new`, 'no database'.repeat(100), { mode: 0o600 });
  renameSync(`${path}.new`, path);
  await clock.advance(1_000);
  const gaps = () => kept.reader?.gaps(0, sampleNow + 60_000);
  await eventually(() => expect(gaps()).toMatchObject([{ from: sampleNow + 1_000 }]));
});

test('a backup that replaces the file is continued without the log of the old file', async () => {
  const { clock, cluster, kept, path, stateDir } = await keep();
  const backup = join(stateDir, 'backup.db');
  const old = await openDatabase(backup, { create: true });
  const row = "INSERT INTO event (at, kind, subject, message) VALUES (?, 'restart', 'old', 'restarted')";
  old.sql(row).run(sampleNow);
  cluster.setState(sampleState());
  await clock.advance(1_000);
  // What the backup says is in its own log, as of a copy that was made while it was written.
  for (const log of ['-wal', '']) fs.copyFileSync(`${backup}${log}`, `${backup}.copy${log}`);
  old.close();
  for (const log of ['-wal', '']) renameSync(`${backup}.copy${log}`, `${path}${log}`);
  await clock.advance(5_000);
  await eventually(() => expect(kept.status).toEqual({ kind: 'writing' }));
  expect(kept.reader?.events(0, sampleNow + 60_000).map(({ subject }) => subject)).toContain('old');
  expect(await contentOf(path)).toBeDefined();
});

test('a file that becomes damaged while it is written is put aside, and a new one is written', async () => {
  const { clock, kept, told, path, stateDir } = await keep();
  const other = new DatabaseSync(path, { defensive: false });
  other.exec("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 99999 WHERE name = 'about'");
  other.exec('PRAGMA schema_version = 1000');
  other.close();
  await clock.advance(5_000);
  await eventually(() => expect(kept.facts().lost).toBeDefined());
  await eventually(() => expect(kept.status).toEqual({ kind: 'writing' }));
  expect(told.at(-2)).toMatchObject({ kind: 'failing', error: { code: 'DAMAGED' } });
  expect(readdirSync(stateDir).filter((name) => /\.damaged-[\w-]+Z$/.test(name))).toHaveLength(1);
  expect(kept.reader?.gaps(0, sampleNow + 60_000)).toMatchObject([{ reason: 'FILE_LOST' }]);
  expect(kept.facts().path).toBe(path);
});

test('the history is read while another program writes it', async () => {
  const { kept } = await keep();
  const { kept: second, told } = await keep({ stateDir: dirname(kept.facts().path ?? '') });
  expect(told).toEqual([{ kind: 'waiting' }]);
  expect([second.facts().writing, second.reader === undefined]).toEqual(['waiting', false]);
});

test('the last data before the end is written, and afterwards nothing is taken, read or reported', async () => {
  const { stateDir, clock, cluster, kept, told, close } = await keep();
  const { reader } = kept;
  cluster.setState(sampleState());
  await close();
  cluster.setState({ round: 7 });
  expect([clock.waiting, kept.reader, reader?.range()]).toEqual([0, undefined, undefined]);
  expect(told).toEqual([{ kind: 'writing' }]);
  expect((await contentOf(historyFile(stateDir, url)))?.to).toBe(sampleNow);
});

test('nothing is written while another program holds the file, and writing continues soon after', async () => {
  const { path, clock, cluster, kept, told } = await keep();
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  cluster.setState(sampleState());
  await clock.advance(WRITE_MS);
  expect(kept.status).toMatchObject({ kind: 'failing', error: { code: 'LOCKED' } });
  other.exec('ROLLBACK');
  other.close();
  await clock.advance(WRITE_MS);
  expect(kept.status).toEqual({ kind: 'writing' });
  expect(told.map(({ kind }) => kind)).toEqual(['writing', 'failing', 'writing']);
});
