import { chmod, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { tokenFile } from '../../../src/cli/cluster/cluster-target.ts';
import { LoginLimiter } from '../../../src/http/login-limiter.ts';
import { Secrets } from '../../../src/http/secrets.ts';
import { LoginSession } from '../../../src/http/session.ts';
import { httpResponse, loginResponse } from '../../http/support.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { newFolder } from '../../support/new-folder.ts';

const URL_A = 'https://a.example.com';
const LIFE_MS = 900_000;
let directory: string;
const clock = new ManualClock();
beforeEach(() => {
  directory = join(newFolder(), 'state');
});

let logins = 0;
/** One run of the program: the token that its session uses. */
function run(username = 'op', url = URL_A) {
  return new LoginSession({
    clock,
    limiter: new LoginLimiter(clock),
    secrets: new Secrets(),
    credentials: async () => ({ username, password: 'hunter2-secret' }),
    tokens: tokenFile(directory, url, clock),
    send: async () => httpResponse(200, loginResponse(`token-${++logins}`, LIFE_MS)),
  });
}

async function onlyFile(): Promise<string> {
  const [file = '', ...others] = await readdir(directory);
  expect(others).toEqual([]);
  return join(directory, file);
}

test('the next run takes the token of the last run from a private file', async () => {
  const token = await run().token();
  const next = run();
  expect([await next.token(), next.state.tokenEnds]).toEqual([token, clock.now() + LIFE_MS]);
  const path = await onlyFile();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  expect(await readFile(path, 'utf8')).not.toContain('hunter2');
});

test('a token that others can reach is not used but replaced', async () => {
  for (const mode of [0o666, 0o644, 0o620]) {
    const token = await run().token();
    const path = await onlyFile();
    await chmod(path, mode);
    expect(await run().token()).not.toBe(token);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  }
});

test('a token in a directory that others can write to is neither used nor kept', async () => {
  const token = await run().token();
  await chmod(directory, 0o777);
  expect(await run().token()).not.toBe(token);
  await chmod(directory, 0o700);
  expect(await run().token()).toBe(token);
});

test('a token is used for its own URL and user only', async () => {
  const token = await run().token();
  expect(await run('other').token()).not.toBe(token);
  expect(await run('op', 'https://b.example.com').token()).not.toBe(token);
  expect(await run('op', `${URL_A}/below`).token()).not.toBe(token);
  expect(await run().token()).toBe(token);
});

test('a token is used only while it is valid', async () => {
  const token = await run().token();
  await clock.advance(LIFE_MS * 0.79);
  expect(await run().token()).toBe(token);
  await clock.advance(LIFE_MS * 0.02);
  expect(await run().token()).not.toBe(token);
});

test('a refused token is dropped, but a newer one of another run is kept', async () => {
  const first = run();
  const token = await first.token();
  const second = run();
  await second.token();
  const newer = await second.renewed(token);
  expect(newer).not.toBe(token);
  expect(await first.renewed(token)).not.toBe(token);
  expect(await run().token()).not.toBe(token);
  await tokenFile(directory, URL_A, clock).drop('op', token);
  expect(await readdir(directory)).toHaveLength(1);
});

const noHeader = JSON.stringify({ url: URL_A, username: 'op', value: 'a\nb', until: 9e15 });
test.each([
  ['damaged', (path: string) => writeFile(path, '{"url":')],
  ['not usable in a header', (path: string) => writeFile(path, noHeader)],
  [
    'a symbolic link',
    async (path: string) => {
      const elsewhere = join(directory, '../elsewhere');
      await rename(path, elsewhere);
      await symlink(elsewhere, path);
    },
  ],
])('a file that is %s costs a login and nothing else', async (_what, spoil) => {
  const token = await run().token();
  await spoil(await onlyFile());
  expect(await run().token()).not.toBe(token);
});

test('without a writable directory each run logs in', async () => {
  const token = await run().token();
  await rm(directory, { recursive: true });
  await writeFile(directory, 'in the way');
  await chmod(directory, 0o600);
  expect(await run().token()).not.toBe(token);
});
