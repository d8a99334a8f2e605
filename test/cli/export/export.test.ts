import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fixture, fixturePath, listen } from '../../http/support.ts';
import { eventually } from '../../support/eventually.ts';
import { newFolder } from '../../support/new-folder.ts';
import { parseOpenMetrics, sampleOf } from '../../support/open-metrics.ts';
import { endBySignal, runAt, runCommand, startCommand } from '../run-command.ts';
import { simulated } from '../simulated.ts';

const OPEN = { headers: { accept: 'application/openmetrics-text; version=1.0.0' } };

/** The exporter at a free port, once it listens. */
async function startExport(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  address = '127.0.0.1',
) {
  const command = startCommand(['export', '--interval', '1', '--listen', `${address}:0`, ...args], env);
  const end = () => endBySignal(command);
  onTestFinished(async () => void (await end()));
  await eventually(() => expect(command.stdout).toMatch(/\n$/));
  const url = command.stdout.trim();
  const read = async () => parseOpenMetrics(await (await fetch(url, OPEN)).text());
  return { command, url, read, end };
}

test('serves the polled data, and ends on a signal', async () => {
  const { args, env } = await simulated({ scenario: 'quiet' });
  const { command, url, read, end } = await startExport(args, env);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  let families = await read();
  // On a busy machine an answer may be late, and then the next read has it.
  await eventually(async () => {
    families = await read();
    expect(families.get('castwatch_server_up')?.samples).toHaveLength(12);
    expect(sampleOf(families, 'castwatch_up', { resource: 'dashboard' })).toBe(1);
  });
  expect(sampleOf(families, 'castwatch_cluster_viewers')).toBeGreaterThan(0);
  const answered = { endpoint: 'dashboard', outcome: '200' };
  expect(sampleOf(families, 'castwatch_requests', answered)).toBeGreaterThan(0);
  expect(sampleOf(families, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
  expect(command.stderr).not.toContain(env.CASTWATCH_PASSWORD);
  expect((await end()).code).toBe(0);
});

test('a wrong address and an address in use give a message and an exit code', async () => {
  const port = await listen(createServer());
  for (const [listens, words] of [
    ['17864', '--listen: expected HOST:PORT'],
    [`127.0.0.1:${port}`, 'another program listens there'],
    ['203.0.113.1:17864', 'this machine has no such address'],
  ] as const)
    expect(await runAt('http://127.0.0.1:1', 'export', '--listen', listens)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(words),
    });
  expect(await runCommand(['simulate', '--port', `${port}`])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`--host 127.0.0.1 --port ${port}: another program listens there already`),
  });
});

/** The status of a request with that `Host`, which fetch would not send. */
async function statusFor(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

test('a page under a foreign host name reads nothing, and a token is required where one is set', async () => {
  const { args, env } = await simulated();
  const file = join(newFolder(), 'token');
  writeFileSync(file, 'scr4pe-t0ken\n', { mode: 0o600 });
  const more = ['--allow-host', 'metrics.example.com', '--token-file', file];
  const { url } = await startExport([...args, ...more], env);
  const authorization = 'Bearer scr4pe-t0ken';
  expect(await statusFor(url, { host: 'evil.example.net', authorization })).toBe(421);
  expect(await statusFor(url, { host: 'metrics.example.com:17864', authorization })).toBe(200);
  expect(await statusFor(url, {})).toBe(401);
});

test('listening on other than loopback addresses prints a warning', async () => {
  const { args, env } = await simulated();
  expect((await startExport(args, env, '0.0.0.0')).command.stderr).toContain('listens on the network');
});

const own = fixturePath('localhost.pem');
const key = fixture('key.pem');
test.each<[string, cert: string, key: string | undefined, words: string, mode?: number]>([
  ['a certificate without its key', own, undefined, 'belong together'],
  ['no such file', '/nowhere.pem', key, 'cannot read /nowhere.pem: no such file'],
  ['a file that is no certificate', fixturePath('key.pem'), key, 'holds no certificate in PEM'],
  ['a file that is no key', own, 'what', 'holds no private key in PEM'],
  ['a key of another certificate', own, otherKey(), 'does not belong to the certificate'],
  ['a key with a passphrase', own, otherKey('secret'), 'has a passphrase'],
  ['a key that others can read', own, key, 'chmod 600', 0o644],
])('TLS with %s exits with 2 and one line', async (_what, cert, text, words, mode = 0o600) => {
  const file = join(newFolder(), 'key.pem');
  writeFileSync(file, text ?? '', { mode });
  const tls = ['--tls-cert', cert, ...(text === undefined ? [] : ['--tls-key', file])];
  const { code, stdout, stderr } = await runAt('http://127.0.0.1:1', 'export', ...tls);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(words);
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
  expect(stderr).not.toContain('PRIVATE KEY');
});

function otherKey(passphrase?: string): string {
  const privateKeyEncoding = {
    type: 'pkcs8',
    format: 'pem',
    ...(passphrase !== undefined && { cipher: 'aes-256-cbc', passphrase }),
  } as const;
  const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
  return generateKeyPairSync('ec', { namedCurve: 'P-256', privateKeyEncoding, publicKeyEncoding }).privateKey;
}
