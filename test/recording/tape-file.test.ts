import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { recordInto, type TapeEntry } from '../../src/recording/entry.ts';
import { openTapeWriter, type TapeWriterOptions } from '../../src/recording/tape-writer.ts';
import { closedDirectory } from '../support/closed-directory.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { answerAt, noise, openedTape, T0, text } from './entries.ts';

let directory: string;
let path: string;
const failures: string[] = [];
beforeEach(async () => {
  directory = await closedDirectory();
  path = join(directory, 'night.tape');
  failures.length = 0;
});

function write(clock = new ManualClock(T0), more: Partial<TapeWriterOptions> = {}) {
  const onFailure = (message: string) => failures.push(message);
  return openTapeWriter(path, { cluster: 'prod', clock, onFailure, ...more });
}

async function record(entries: readonly TapeEntry[], more: Partial<TapeWriterOptions> = {}) {
  const writer = await write(new ManualClock(T0), more);
  for (const entry of entries) {
    writer.add(entry);
    await writer.flush();
  }
  await writer.close();
}

const dashboard = ['dashboard', '/api/cluster/dashboard'] as const;

test('responses are read back byte by byte at their time from a private file', async () => {
  const odd = Buffer.from([0xff, 0x00, 0xfe]);
  await record([answerAt(0, 'one'), answerAt(2000, 'two'), answerAt(4000, '', { body: odd, status: 500 })]);
  const tape = await openedTape(path);
  expect(tape).toMatchObject({ from: T0, to: T0 + 4000, entries: 3, tornBytes: 0, cluster: 'prod' });
  const at = async (ms: number) => {
    const found = tape.latest(...dashboard, T0 + ms);
    return found && `${found.status} ${text(await tape.body(found))}`;
  };
  const found = await Promise.all([-1, 0, 1999, 2000].map(at));
  expect(found).toEqual([undefined, '200 one', '200 one', '200 two']);
  const last = tape.latest(...dashboard, T0 + 99_999);
  expect(last && Buffer.compare(Buffer.from(await tape.body(last)), odd)).toBe(0);
  expect(tape.latest('topology', '/api/cluster/topology', T0 + 9000)).toBeUndefined();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('waiting responses are written after a few seconds', async () => {
  const clock = new ManualClock(T0);
  const writer = await write(clock);
  writer.add(answerAt(0, 'one'));
  await clock.advance(3000);
  await expect.poll(() => writer.stats.entries).toBe(1);
  expect((await openedTape(path)).entries).toBe(1);
  await writer.close();
  expect(clock.waiting).toBe(0);
});

test('four megabytes are written at once, and responses that the disk has no time for are dropped and counted', async () => {
  const MIB = 1024 * 1024;
  const clock = new ManualClock(T0);
  const writer = await write(clock);
  writer.add(answerAt(0, '', { body: Buffer.alloc(4 * MIB) }));
  expect(clock.waiting).toBe(0);
  await expect.poll(() => writer.stats.entries).toBe(1);
  // Nothing is written before this turn of the event loop ends.
  for (let n = 1; n <= 4; n++) writer.add(answerAt(n, '', { body: Buffer.alloc(16 * MIB) }));
  writer.add(answerAt(5, 'dropped'));
  await writer.flush();
  expect(writer.stats).toMatchObject({ entries: 5, dropped: 1 });
  writer.add(answerAt(6, 'kept'));
  await writer.close();
  expect(writer.stats).toMatchObject({ entries: 6, dropped: 1 });
});

test('of five recordings under one name the last four are kept', async () => {
  for (let n = 0; n < 5; n++) await record([answerAt(n, `${n}`)]);
  const names = ['night.tape', 'night.tape.1', 'night.tape.2', 'night.tape.3'];
  expect((await readdir(directory)).sort()).toEqual(names);
  expect((await openedTape(`${path}.3`)).from).toBe(T0 + 1);
});

test('a failure counts for every query of its path, and logins and writes are never kept', async () => {
  const writer = await write();
  const { tap, log } = recordInto(writer);
  const page = '/api/streams?page=2';
  tap({ at: T0, endpoint: 'streams', path: page, status: 200, body: Buffer.from('ok'), duration: 5 });
  const read = { endpoint: 'streams', method: 'GET', path: '/api/streams', duration: 5, bytes: 0 } as const;
  log({ ...read, at: T0 + 50, code: 'REFUSED' });
  log({ ...read, at: T0 + 60, status: 200 });
  log({ ...read, at: T0 + 65, status: 500, code: 'REFUSED' });
  log({ ...read, at: T0 + 70, code: 'ABORTED' });
  log({ ...read, at: T0 + 75, code: 'REFUSED', endpoint: 'login', path: '/api/auth/login' });
  log({ ...read, at: T0 + 75, code: 'REFUSED', endpoint: 'createUser', path: '/api/users' });
  tap({ at: T0 + 90, endpoint: 'streams', path: page, status: 200, body: Buffer.from('ok'), duration: 5 });
  writer.add(answerAt(80, 'hunter2', { endpoint: 'login', path: '/api/auth/login' }));
  writer.add(answerAt(80, 'hunter2', { endpoint: 'license', path: '/api/license/settings' }));
  await writer.close();
  expect(writer.stats.entries).toBe(3);
  const tape = await openedTape(path);
  expect(tape.entries).toBe(3);
  const codeAt = (ms: number) => tape.latest('streams', page, T0 + ms)?.code;
  expect([0, 49, 50, 89, 90].map(codeAt)).toEqual([undefined, undefined, 'REFUSED', 'REFUSED', undefined]);
  const nextAt = (ms: number) => tape.next('streams', page, T0 + ms)?.at;
  expect([-1, 0, 50, 90].map(nextAt)).toEqual([T0, T0 + 50, T0 + 90, undefined]);
  expect(tape.latest('applications', page, T0 + 99)).toBeUndefined();
});

test('secrets do not reach the file, and text without one stays unchanged, with its spaces', async () => {
  const harmless = '{ "message": "the password of anna was changed", "masked" : false,\n"value":1.0 }';
  const [value, flags] = ['hunter2', { masked: true, editable: true }];
  const list = (own: object) => ({ list: [{ ...own, name: 'kept' }, 5, null] });
  const written: readonly (readonly [given: string | object, kept: string | object])[] = [
    [
      { data: { licenseKey: { value, masked: false }, x: [{ value, ...flags }] } },
      { data: { licenseKey: { masked: false }, x: [flags] } },
    ],
    [list({ credentials: { username: 'u', password: value } }), list({})],
    [{ data: { accessToken: value, apiKey: value } }, { data: {} }],
    ['{"licenseKey": {"value": "hunter2", ', '(withheld by the recorder)'],
    ['{"\\u0070assword": "hunter2"}', {}],
    [harmless, harmless],
  ];
  await record(written.map(([given], at) => answerAt(at, given)));
  const tape = await openedTape(path);
  for (const [at, [, kept]] of written.entries()) {
    const found = tape.latest(...dashboard, T0 + at);
    const body = typeof kept === 'string' ? kept : JSON.stringify(kept);
    expect(found && text(await tape.body(found))).toBe(body);
  }
});

test('a full file is renamed, and all files of a recording are played as one', async () => {
  const bodies = Array.from({ length: 12 }, (_, n) => noise(n, 3000));
  const entries = bodies.map((body, n) => answerAt(n * 1000, '', { body }));
  await record(entries, { pieceBytes: 12_000, pieces: 3 });
  expect((await readdir(directory)).sort()).toEqual(['night.tape', 'night.tape.1', 'night.tape.2']);
  for (const name of await readdir(directory)) {
    expect((await stat(join(directory, name))).size).toBeLessThanOrEqual(12_000);
  }
  const tape = await openedTape(path);
  expect(tape.to).toBe(T0 + 11_000);
  const first = tape.next(...dashboard, 0);
  expect(first && Buffer.from(await tape.body(first))).toEqual(bodies[((first?.at ?? 0) - T0) / 1000]);
  // Three fit into each file, and each file is full before the next begins.
  expect(tape.entries).toBe(9);
});

test('an older recording is renamed and stays separate, and another file is not touched', async () => {
  await record([answerAt(0, 'old')]);
  const writer = await write(new ManualClock(T0 + 60_000));
  writer.add(answerAt(60_000, 'new'));
  await writer.close();
  const tape = await openedTape(path);
  expect([tape.from, tape.entries]).toEqual([T0 + 60_000, 1]);
  const old = await openedTape(`${path}.1`);
  expect([old.from, old.entries]).toEqual([T0, 1]);
  path = join(directory, 'thesis.txt');
  await writeFile(path, 'years of work');
  await expect(write()).rejects.toThrow('which is not touched');
  expect(await readFile(path, 'utf8')).toBe('years of work');
});

test.each([
  ['.1', 'an ordinary file'],
  ['.2', ''],
  ['.3', 'an ordinary file'],
])('a file %s that is no recording is never renamed or deleted', async (suffix, text) => {
  await record([answerAt(0, 'one')]);
  await writeFile(path + suffix, text);
  await expect(write()).rejects.toThrow(`night.tape${suffix} is another file, which is not touched`);
  expect(await readFile(path + suffix, 'utf8')).toBe(text);
  expect((await openedTape(path)).entries).toBe(1);
});

test('a foreign file in the place of the next one ends the recording and is kept', async () => {
  const writer = await write(new ManualClock(T0), { pieceBytes: 6000, pieces: 3 });
  await writeFile(`${path}.2`, 'precious');
  for (let n = 0; n < 8; n++) {
    writer.add(answerAt(n * 1000, '', { body: noise(n, 3000) }));
    await writer.flush();
  }
  await writer.close();
  expect(failures).toEqual([expect.stringContaining('night.tape.2 is another file')]);
  expect(await readFile(`${path}.2`, 'utf8')).toBe('precious');
});

test('a recording that cannot continue ends and is reported once, and nothing else is affected', async () => {
  path = join(directory, 'missing', 'x.tape');
  await expect(write()).rejects.toThrow('cannot record to');
  path = join(directory, 'inner', 'night.tape');
  await mkdir(join(directory, 'inner'));
  const writer = await write(undefined, { pieceBytes: 5000 });
  await rm(join(directory, 'inner'), { recursive: true });
  for (let n = 0; n < 4; n++) {
    writer.add(answerAt(n, '', { body: noise(n, 9000) }));
    void writer.flush();
  }
  await writer.close();
  expect(failures).toHaveLength(1);
});
