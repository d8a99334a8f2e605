import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import { get as getTls } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { parseOpenMetrics, sampleOf } from '../support/open-metrics.ts';
import { bundle } from './driver.ts';
import { access, runProgram, simulate, start } from './program.ts';

const OPEN = { headers: { accept: 'application/openmetrics-text; version=1.0.0' } };

/** The exporter on a free port, once it listens. */
async function startExport(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  listen = '127.0.0.1:0',
) {
  const child = start(['export', '--interval', '1', '--listen', listen, ...args], env);
  const told = { stderr: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told.stderr += text;
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const read = async () => parseOpenMetrics(await (await fetch(line, OPEN)).text());
  return { child, url: line, told, read };
}

test('serves what it polls, goes on through faults, and ends on a signal', async () => {
  const simulator = await simulate({ scenario: 'quiet' });
  const { args, env } = access(simulator);
  const { child, url, told, read } = await startExport(args, env);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  await eventually(async () => expect((await read()).get('castwatch_server_up')?.samples).toHaveLength(12));
  const response = await fetch(url, OPEN);
  expect(response.headers.get('content-type')).toBe(
    'application/openmetrics-text; version=1.0.0; charset=utf-8',
  );
  const families = parseOpenMetrics(await response.text());
  expect(sampleOf(families, 'castwatch_up', { resource: 'dashboard' })).toBe(1);
  expect(sampleOf(families, 'castwatch_cluster_viewers')).toBeGreaterThan(0);
  expect(sampleOf(families, 'castwatch_requests', { endpoint: 'dashboard', outcome: '200' })).toBeGreaterThan(
    0,
  );
  expect(sampleOf(families, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
  const packed = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(await packed.text()).toContain('castwatch_cluster_viewers{cluster="127.0.0.1:');

  simulator.faults.set({ kind: 'error-500', endpoint: 'dashboard' });
  await eventually(async () =>
    expect(sampleOf(await read(), 'castwatch_up', { resource: 'dashboard' })).toBe(0),
  );
  simulator.faults.clear();
  await eventually(async () =>
    expect(sampleOf(await read(), 'castwatch_up', { resource: 'dashboard' })).toBe(1),
  );
  expect(told.stderr).toMatch(/^castwatch: .*500.*\ncastwatch: the cluster answers\n$/s);
  expect(told.stderr).not.toContain(simulator.password);

  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('health, what is not there, and what is not allowed', async () => {
  const simulator = await simulate();
  const { args, env } = access(simulator);
  const { url } = await startExport(args, env);
  const ask = async (path: string, method = 'GET') => {
    const response = await fetch(new URL(path, url), { method });
    return [response.status, await response.text()];
  };
  expect(await ask('/healthz')).toEqual([200, 'ok\n']);
  expect((await ask('/'))[0]).toBe(404);
  expect((await ask('/metrics/../secret'))[0]).toBe(404);
  expect((await ask('/metrics', 'POST'))[0]).toBe(405);
  expect(await ask('/metrics', 'HEAD')).toEqual([200, '']);
});

test('wrong password, wrong address, address in use: words and an exit code', async () => {
  const simulator = await simulate();
  const { args, env } = access(simulator);
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const taken = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  const [refused, nonsense, busy] = await Promise.all([
    runProgram(['export', ...args, '--listen', '127.0.0.1:0'], { CASTWATCH_PASSWORD: 'not-this-one' }),
    runProgram(['export', ...args, '--listen', '9464'], env),
    runProgram(['export', ...args, '--listen', taken], env),
  ]);
  expect(refused.code).toBe(3);
  expect(refused.stderr).toMatch(/^castwatch: .*not accepted/);
  expect(refused.stdout + refused.stderr).not.toContain('not-this-one');
  expect(nonsense).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--listen: expected HOST:PORT'),
  });
  expect(busy).toMatchObject({ code: 2, stderr: expect.stringContaining('another program listens there') });
});

/** The status of a request with that `Host`, which fetch would not send. */
async function statusFor(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

test('a page whose name was pointed here reads nothing; a token is asked for where one is set', async () => {
  const simulator = await simulate();
  const { args, env } = access(simulator);
  const folder = mkdtempSync(join(tmpdir(), 'castwatch-token-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'token');
  writeFileSync(file, 'scr4pe-t0ken\n', { mode: 0o600 });
  const more = ['--allow-host', 'metrics.example.com', '--token-file', file];
  const { url } = await startExport([...args, ...more], env);
  const authorization = 'Bearer scr4pe-t0ken';
  expect(await statusFor(url, { host: 'evil.example.net', authorization })).toBe(421);
  expect(await statusFor(url, { host: 'x.localhost', authorization })).toBe(421);
  expect(await statusFor(url, { host: 'metrics.example.com:9464', authorization })).toBe(200);
  expect(await statusFor(url, { authorization })).toBe(200);
  expect(await statusFor(url, {})).toBe(401);
  expect(await statusFor(url, { authorization: 'Bearer scr4pe-t0keN' })).toBe(401);
  expect(await statusFor(url.replace('/metrics', '/healthz'), {})).toBe(200);
});

/** A hundred connections on which nothing is said. */
async function connectIdly(url: string): Promise<void> {
  const idle = Array.from({ length: 100 }, () => connect(Number(new URL(url).port), '127.0.0.1'));
  onTestFinished(() => idle.forEach((socket) => void socket.destroy()));
  await Promise.all(
    idle.map((socket) =>
      once(
        socket.on('error', () => {}),
        'connect',
      ),
    ),
  );
}

test('a hundred idle connections do not hold up a scrape', async () => {
  const simulator = await simulate();
  const { args, env } = access(simulator);
  const { url } = await startExport(args, env);
  await connectIdly(url);
  expect(await statusFor(url, {})).toBe(200);
});

test('a cluster that is gone is down within two intervals, and so is the login', async () => {
  const simulator = await simulate({ scenario: 'quiet' });
  const { args, env } = access(simulator);
  const { read } = await startExport(args, env);
  const up = async () => sampleOf(await read(), 'castwatch_up', { resource: 'dashboard' });
  await eventually(async () => expect(await up()).toBe(1));
  simulator.faults.set({ kind: 'black-hole', endpoint: 'all' });
  await eventually(async () => expect(await up()).toBe(0));
  expect(sampleOf(await read(), 'castwatch_login_up')).toBe(0);
});

test('listening beyond this machine is said aloud', async () => {
  const simulator = await simulate();
  const { args, env } = access(simulator);
  const { told } = await startExport(args, env, '0.0.0.0:0');
  expect(told.stderr).toContain('listens beyond this machine');
});

test('what a check loads has neither React nor the simulator in it', () => {
  // The whole program but what is loaded when it is called for, from files of its own.
  for (const file of ['castwatch.js', 'program.js']) {
    const text = readFileSync(join(dirname(bundle), file), 'utf8');
    expect([file, /react\.transitional\.element|FST_ERR_/.test(text)]).toEqual([file, false]);
  }
  const text = readFileSync(join(dirname(bundle), 'program.js'), 'utf8');
  expect(text).toContain('require("./ink.js")');
  expect(text).toContain('require("./simulator.js")');
});

/** `/metrics` over TLS, as a scraper with this authority reads it. */
function readTls(url: string, ca: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((fulfil, reject) => {
    const request = getTls(url, { ca, servername: 'localhost' }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        fulfil({ status: response.statusCode, text: Buffer.concat(chunks).toString() }),
      );
    });
    request.on('error', reject);
  });
}

test('over TLS: the same metrics, to those who trust the certificate; plain HTTP and idle connections get nothing', async () => {
  const simulator = await simulate({ scenario: 'quiet' });
  const { args, env } = access(simulator);
  const certificate = ['--tls-cert', fixture('localhost.pem'), '--tls-key', privateKey()];
  const { child, url } = await startExport([...args, ...certificate], env);
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const ca = readFileSync(fixture('localhost.pem'), 'utf8');
  await eventually(async () => expect((await readTls(url, ca)).text).toContain('castwatch_cluster_viewers{'));
  await expect(readTls(url, readFileSync(fixture('stranger.pem'), 'utf8'))).rejects.toThrow(/certificate/);
  await expect(fetch(url.replace('https:', 'http:'))).rejects.toThrow('fetch failed');

  await connectIdly(url);
  expect((await readTls(url, ca)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});

test.each([
  ['a certificate without its key', () => ['--tls-cert', fixture('localhost.pem')], 'belong together'],
  [
    'no such file',
    () => ['--tls-cert', '/nowhere.pem', '--tls-key', privateKey()],
    'cannot read /nowhere.pem: no such file',
  ],
  [
    'a certificate that is none',
    () => ['--tls-cert', privateKey(), '--tls-key', privateKey()],
    'holds no certificate in PEM',
  ],
  [
    'a key that is none',
    () => ['--tls-cert', fixture('localhost.pem'), '--tls-key', privateKey('what')],
    'holds no private key in PEM',
  ],
  [
    'a key of another certificate',
    () => ['--tls-cert', fixture('localhost.pem'), '--tls-key', privateKey(otherKey())],
    'does not belong to the certificate',
  ],
  [
    'a key with a passphrase',
    () => ['--tls-cert', fixture('localhost.pem'), '--tls-key', privateKey(otherKey('secret'))],
    'has a passphrase',
  ],
  [
    'a key that others can read',
    () => ['--tls-cert', fixture('localhost.pem'), '--tls-key', privateKey(undefined, 0o644)],
    'chmod 600',
  ],
])('TLS with %s: exit 2, in one line', async (_what, tls, words) => {
  const { code, stdout, stderr } = await runProgram(
    ['export', '--url', 'http://127.0.0.1:1', '--username', 'operator', ...tls()],
    { CASTWATCH_PASSWORD: 'x' },
  );
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(words);
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
  expect(stderr).not.toContain('PRIVATE KEY');
});

const fixture = (name: string) => join(import.meta.dirname, '../http/fixtures', name);

/** A file for the user alone: the key of the certificate, or something else. */
function privateKey(text = readFileSync(fixture('key.pem'), 'utf8'), mode = 0o600): string {
  const folder = mkdtempSync(join(tmpdir(), 'castwatch-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'key.pem');
  writeFileSync(path, text, { mode });
  return path;
}

function otherKey(passphrase?: string): string {
  const privateKeyEncoding = {
    type: 'pkcs8',
    format: 'pem',
    ...(passphrase !== undefined && { cipher: 'aes-256-cbc', passphrase }),
  } as const;
  const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
  return generateKeyPairSync('ec', { namedCurve: 'P-256', privateKeyEncoding, publicKeyEncoding }).privateKey;
}
