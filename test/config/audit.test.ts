import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openAudit } from '../../src/config/audit.ts';
import { closedDirectory } from '../support/closed-directory.ts';
import { ManualClock } from '../support/manual-clock.ts';

let directory: string;
const clock = new ManualClock(Date.UTC(2026, 5, 1, 3));
beforeEach(async () => {
  directory = await closedDirectory();
});

const write = {
  cluster: 'https://c.example.com',
  user: 'ops',
  action: 'update user',
  target: 'user 7 (anna)',
};
const entry = { ...write, fields: {}, outcome: 'ok', status: 200 } as const;

test('each write is one line with its time, newest last, in a private file', async () => {
  const audit = openAudit(join(directory, 'state'), clock);
  await audit.append({ ...entry, fields: { username: 'anna' } });
  await clock.advance(1000);
  await audit.append({ ...entry, outcome: 'unknown', message: 'the answer never came' });
  const { entries, unreadable } = await audit.read(10);
  const [first, second] = ['2026-06-01T03:00:00.000Z ok', '2026-06-01T03:00:01.000Z unknown'];
  expect(entries.map(({ at, outcome }) => `${at} ${outcome}`)).toEqual([first, second]);
  expect(entries[0]?.fields).toEqual({ username: 'anna' });
  expect(unreadable).toBe(0);
  expect((await audit.read(1)).entries).toHaveLength(1);
  expect((await stat(audit.path)).mode & 0o777).toBe(0o600);
});

test('no field can put a secret into the audit', async () => {
  const audit = openAudit(directory, clock);
  const secret = 'hunter2';
  const keys = { password: secret, licenseKey: [secret], apiKey: { value: secret }, token: secret };
  const nested = { credentials: { username: 'u', password: secret } };
  await audit.append({
    ...entry,
    target: `restream https://anna:${secret}@host/live`,
    fields: { ...keys, nested, ffmpegCommand: `ffmpeg -i rtmp://cam:${secret}@host/live {STREAM_OUTPUT}` },
    message: `https://anna:${secret}@host said no to Bearer ${secret}`,
  });
  const text = await readFile(audit.path, 'utf8');
  expect(text).not.toContain(secret);
  const hidden = { password: '(hidden)', nested: { credentials: '(hidden)' } };
  expect(JSON.parse(text).fields).toMatchObject(hidden);
});

test('cut and foreign lines are counted, and the rest is read', async () => {
  const audit = openAudit(directory, clock);
  await audit.append(entry);
  await writeFile(audit.path, `${await readFile(audit.path, 'utf8')}{"at": "2026-\nnonsense\n`);
  await audit.append(entry);
  expect(await audit.read(10)).toMatchObject({ unreadable: 2, entries: [{ user: 'ops' }, { user: 'ops' }] });
});

test('of a huge file only the end is read', async () => {
  const audit = openAudit(directory, clock);
  await audit.append({ ...entry, user: 'first' });
  const line = await readFile(audit.path, 'utf8');
  await writeFile(audit.path, line.repeat(20_000));
  await audit.append({ ...entry, user: 'last' });
  const { entries, unreadable } = await audit.read(50);
  expect([entries.length, entries.at(-1)?.user, unreadable]).toEqual([50, 'last', 0]);
  // The read part begins within a line, which does not count as damage.
  const all = await audit.read(30_000);
  expect([all.entries.length < 10_000, all.unreadable]).toEqual([true, 0]);
});

test('an audit that cannot be written or read is an error', async () => {
  await writeFile(join(directory, 'file'), '');
  const nowhere = openAudit(join(directory, 'file'), clock);
  await expect(nowhere.append(entry)).rejects.toThrow('the audit could not be written to');
  const { path, append, read } = openAudit(directory, clock);
  await mkdir(path);
  await expect(append(entry)).rejects.toMatchObject({
    code: 'state',
    message: `the audit could not be written to ${path}: it is a directory`,
    cause: { code: 'EISDIR' },
  });
  await expect(read(10)).rejects.toMatchObject({
    code: 'state',
    message: `the audit cannot be read from ${path}: it is not an ordinary file`,
  });
});
