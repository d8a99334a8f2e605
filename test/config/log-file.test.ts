import assert from 'node:assert';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openLogFile } from '../../src/config/log-file.ts';
import { Secret } from '../../src/config/secret.ts';
import { closedDirectory } from '../support/closed-directory.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { openFiles } from '../support/open-files.ts';

let directory: string;
let path: string;
const failures: string[] = [];
beforeEach(async () => {
  directory = await closedDirectory();
  path = join(directory, 'castwatch.log');
  failures.length = 0;
});

const open = (clock = new ManualClock(), mostBytes?: number, to = path) =>
  openLogFile(to, clock, (message) => failures.push(message), mostBytes);

async function lines(file = path): Promise<Record<string, unknown>[]> {
  return (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('records are JSON lines without secrets in a private file', async () => {
  await writeFile(path, '');
  await chmod(path, 0o644);
  const log = await open();
  log.write('request', { endpoint: 'dashboard', status: 200, duration: 12.5 });
  const headers = { authorization: 'Bearer hunter2' };
  log.write('login', { password: 'hunter2', secret: new Secret('hunter2'), headers });
  const error = new Error('eyJhbGciOiJIUzI1NiJ9.aGVsbG8.hunter2x was refused by https://a:hunter2@b');
  log.write('failed', { error });
  await log.close();
  expect(await readFile(path, 'utf8')).not.toContain('hunter2');
  expect(await lines()).toMatchObject([
    { at: '2026-01-15T12:00:00.000Z', event: 'request', endpoint: 'dashboard', duration: 12.5 },
    { event: 'login' },
    { event: 'failed', error: { name: 'Error' } },
  ]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('waiting records are written at the end, and nothing after it', async () => {
  const clock = new ManualClock();
  const log = await open(clock);
  for (const event of ['a', 'b']) {
    log.write(event);
    await log.close();
    expect(clock.waiting).toBe(0);
  }
  expect((await lines()).map(({ event }) => event)).toEqual(['a']);
  expect(failures).toEqual([]);
});

test('dropped records are counted once, and later ones are written again', async () => {
  const clock = new ManualClock();
  const log = await open(clock);
  for (let n = 0; n < 1000; n++) log.write('big', { text: 'x'.repeat(4000) });
  await clock.advance(500);
  await expect.poll(async () => (await lines()).at(-1)?.event).toBe('dropped');
  log.write('later');
  await log.close();
  const events = (await lines()).map(({ event }) => event);
  expect(events.slice(-2)).toEqual(['dropped', 'later']);
  expect(events.filter((event) => event === 'dropped')).toHaveLength(1);
});

test('a full log is renamed', async () => {
  const clock = new ManualClock();
  const log = await open(clock, 600);
  for (let n = 0; n < 10; n++) {
    log.write('n', { n, text: 'x'.repeat(200) });
    await clock.advance(600);
    await expect.poll(async () => (await lines()).at(-1)?.n).toBe(n);
  }
  await log.close();
  expect((await lines(`${path}.1`)).at(-1)?.n).toBe(Number((await lines())[0]?.n) - 1);
  // Two records fit, and only two files are kept.
  expect(await lines(`${path}.1`)).toHaveLength(2);
  expect((await readdir(directory)).sort()).toEqual(['castwatch.log', 'castwatch.log.1']);
});

test('an empty log accepts a record larger than its limit, and a device is never renamed', async () => {
  const clock = new ManualClock();
  const large = { text: 'x'.repeat(200) };
  const log = await open(clock, 100);
  log.write('large', large);
  await log.close();
  expect(await readdir(directory)).toEqual(['castwatch.log']);
  const device = await open(clock, 100, '/dev/null');
  device.write('large', large);
  await clock.advance(500);
  device.write('large', large);
  await device.close();
  expect(failures).toEqual([]);
});

test('a full log ends when its new name is taken by another file', async () => {
  await writeFile(`${path}.1`, 'precious');
  const clock = new ManualClock();
  const log = await open(clock, 500);
  for (let n = 0; n < 4; n++) {
    log.write('n', { n, text: 'x'.repeat(200) });
    await clock.advance(600);
    await expect.poll(async () => failures.length > 0 || (await lines()).at(-1)?.n === n).toBe(true);
  }
  await log.close();
  expect(failures).toEqual([expect.stringContaining('castwatch.log.1 is another file, which is not')]);
  expect(await readFile(`${path}.1`, 'utf8')).toBe('precious');
});

const unreadable = new Proxy({}, { ownKeys: () => assert.fail('no') });

test('a record that cannot be written as JSON is counted, also when it is the only one', async () => {
  const log = await open();
  log.write('odd', { unreadable });
  await log.close();
  expect(await lines()).toEqual([{ at: '2026-01-15T12:00:00.000Z', event: 'dropped', records: 1 }]);
});

test('a failure to write never reaches the caller', async () => {
  const clock = new ManualClock();
  const log = await open(clock, undefined, '/dev/full');
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  expect(() => log.write('odd', { circular, big: 10n, fn: () => 1, unreadable })).not.toThrow();
  log.write('b');
  await clock.advance(500);
  log.write('while the disk is asked');
  await log.close();
  log.write('c');
  await log.close();
  expect(failures).toEqual([expect.stringContaining('no space left')]);
  expect(openFiles('/dev/full')).toEqual([]);
  await expect(open(clock, undefined, directory)).rejects.toThrow('it is a directory');
});
