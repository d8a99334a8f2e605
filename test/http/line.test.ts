import { spawn, spawnSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import type { Route } from '../../src/http/line.ts';
import { createTransport } from '../../src/http/transport.ts';
import { newHome } from '../cli/run-command.ts';
import { eventually } from '../support/eventually.ts';
import { httpProxy } from '../support/http-proxy.ts';
import {
  answering,
  dashboardRequest,
  failure,
  fixture,
  fixturePath,
  json,
  loginResponse,
  open,
  serve,
  serveTls,
} from './support.ts';

const caFile = fixturePath('localhost.pem');

const own = (host: string, user = ''): Route => ({
  proxy: { http: `http://${user}${host}`, https: `http://${user}${host}`, except: '', loopback: true },
});
const environment = (http: string, except = ''): Route => {
  return { proxy: { http, https: '', except, loopback: false } };
};

test('HTTPS goes through the proxy, which gets its own user and nothing of the cluster', async () => {
  const { url, headers } = await serveTls();
  const { host, asked } = await httpProxy({ login: 'ann:p@ss' });
  const { api } = open(url, { caFile, route: own(host, 'ann:p%40ss@') });
  expect((await api.topology()).status).toBe(200);
  expect(new Set(asked)).toEqual(new Set([`CONNECT ${new URL(url).host}`]));
  expect(headers.every((one) => one['proxy-authorization'] === undefined)).toBe(true);
});

test('the proxy of the environment is used except for what it excepts, and never for this machine', async () => {
  const { url, hits } = await answering();
  // Leads here without DNS, and is no address that castwatch takes for this machine's.
  const elsewhere = url.replace('127.0.0.1', '0.0.0.0');
  const { host, asked } = await httpProxy();
  const route = environment(`http://${host}`);
  expect((await open(elsewhere, { allowHttp: true, route }).api.topology()).status).toBe(200);
  expect(asked).toEqual([`POST ${elsewhere}/api/auth/login`, `GET ${elsewhere}/api/cluster/topology`]);

  const excepted = open(elsewhere, { allowHttp: true, route: environment(`http://${host}`, '0.0.0.0') });
  expect((await excepted.api.topology()).status).toBe(200);
  expect((await open(url, { route }).api.topology()).status).toBe(200);
  expect([asked.length, hits.length]).toEqual([2, 6]);
});

test('a proxy of the environment that cannot be used matters only where it would be', () => {
  const route = environment('socks5://ann:s3cret@proxy.example.com');
  open('http://127.0.0.1:8080', { route });
  const elsewhere = () => open('https://cluster.invalid', { route });
  const words = /HTTPS_PROXY, HTTP_PROXY\) cannot be used: a proxy is written like .*proxy: none/;
  expect(elsewhere).toThrow(words);
  expect(elsewhere).not.toThrow('s3cret');
});

test('plain HTTP to this machine is not sent to a proxy on another one', () => {
  const route = own('proxy.example.com:3128');
  expect(() => open('http://127.0.0.1:8080', { route })).toThrow('would leave this machine');
});

test.each([
  ['wants a login', { login: 'a:b' }, 'PROXY_LOGIN', /wants a user and password.*407.*http:.*user:password@/],
  ['allows nothing', { status: 403 }, 'PROXY_DENIED', /does not allow connections.*NO_PROXY/],
  ['cannot reach the server', { status: 503 }, 'PROXY_FAILED', /could not reach the server/],
])('a proxy that %s is said to, with its host and without a password', async (_, options, code, words) => {
  const { url, headers } = await serveTls();
  const { host } = await httpProxy(options);
  const error = await failure(open(url, { caFile, route: own(host, 'eve:hunter2@') }).api.topology());
  expect(error).toMatchObject({ code, sent: false, message: expect.stringMatching(words) });
  expect((error as Error).message).toContain(`The proxy ${host}`);
  expect(JSON.stringify([error, (error as Error).cause, String(error)])).not.toContain('hunter2');
  expect(headers).toEqual([]);
});

test('a login that a proxy wants for plain HTTP is told, too', async () => {
  const { host } = await httpProxy({ login: 'a:b' });
  const { api } = open('http://cluster.invalid', { allowHttp: true, route: environment(`http://${host}`) });
  expect(await failure(api.topology())).toMatchObject({ code: 'PROXY_LOGIN' });
});

test('a proxy that is not there, or speaks no TLS, is not taken for the server', async () => {
  const { url } = await serveTls();
  const { host } = await httpProxy();
  const refused = open(url, { caFile, route: own('127.0.0.1:1') });
  const message = expect.stringContaining('The proxy 127.0.0.1:1 refuses connections');
  expect(await failure(refused.api.topology())).toMatchObject({ code: 'PROXY_REFUSED', message });
  const proxy = { http: '', https: `https://${host}`, except: '', loopback: true };
  const plain = open(url, { caFile, route: { proxy } });
  expect(await failure(plain.api.topology())).toMatchObject({ code: 'PROXY_TLS' });
});

const pair = (cert = 'localhost.pem', key = fixture('key.pem'), passphrase?: string) => {
  return { cert: fixture(cert), key, passphrase, certFile: 'my.pem', keyFile: 'my.key' };
};
const cipher = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'right' } as const;
const encrypted = createPrivateKey(fixture('key.pem')).export(cipher) as string;
/** As nginx does it, which answers over HTTP. */
const nginx = () =>
  serveTls({ requestCert: true, rejectUnauthorized: false, ca: [fixture('localhost.pem')] }, ({ socket }) => {
    const client = socket as TLSSocket;
    if (client.authorized) return undefined;
    const { subject } = client.getPeerCertificate();
    return subject ? 'The SSL certificate error' : 'No required SSL certificate was sent';
  });

/** As most others do it: the handshake fails, in TLS 1.3 after it has succeeded for the client. */
const alerting = (version: string) => async () => {
  const files = ['-cert', caFile, '-key', fixturePath('key.pem'), '-CAfile', caFile];
  const flags = `-accept 127.0.0.1:0 -Verify 1 -verify_return_error ${version} -WWW -naccept 9`.split(' ');
  const server = spawn('openssl', ['s_server', ...files, ...flags]);
  onTestFinished(() => void server.kill());
  let told = '';
  server.stdout.on('data', (text) => {
    told += text;
  });
  const port = await eventually(() => {
    const [, found] = /ACCEPT 127\.0\.0\.1:(\d+)/.exec(told) ?? [];
    expect(found).toBeDefined();
    return found;
  });
  return { url: `https://localhost:${port}` };
};

const missing = spawnSync('openssl', ['version']).error !== undefined;
const ways = [
  ['answers 400', nginx, false],
  ['ends a handshake of TLS 1.2', alerting('-tls1_2'), missing],
  ['ends a handshake of TLS 1.3', alerting('-tls1_3'), missing],
] as const;
for (const [how, start, isSkipped] of ways)
  test.skipIf(isSkipped)(`a server that ${how} for want of a client certificate is told so`, async () => {
    const { url } = await start();
    const ask = (clientCert?: Route['clientCert']) =>
      failure(createTransport({ url, caFile, route: { clientCert } }).send(dashboardRequest));
    const message = expect.stringContaining('asks for a client certificate (mTLS)');
    expect(await ask()).toMatchObject({ code: 'TLS_CLIENT', message });
    expect(await ask(pair('stranger.pem'))).toMatchObject({ code: 'TLS_CLIENT_REFUSED' });
    expect(await ask(pair('expired.pem'))).toMatchObject({ code: 'TLS_CLIENT_EXPIRED' });
  });

test('a certificate that was refused is read again for the next request, also through a proxy', async () => {
  const { url } = await nginx();
  const { host, asked } = await httpProxy();
  const renewals = [pair('localhost.pem', otherKey()), pair()];
  const renewed = async () => renewals.shift() ?? pair();
  const route = { ...own(host), clientCert: pair('expired.pem'), renewed };
  const { send } = createTransport({ url, caFile, route });
  // Its key is not replaced yet when it is read for the first time.
  for (const _ of renewals.slice())
    expect(await failure(send(dashboardRequest))).toMatchObject({ code: 'TLS_CLIENT_EXPIRED' });
  expect((await send(dashboardRequest)).status).toBe(200);
  expect(asked.length).toBeGreaterThan(1);
});

const withKey = (key: string, passphrase?: string) => pair('localhost.pem', key, passphrase);
test.each([
  ['another key', withKey(otherKey()), 'the key in my.key does not belong to the certificate in my.pem'],
  ['a wrong passphrase', withKey(encrypted, 'wrong'), 'the passphrase does not open the key in my.key'],
  ['no passphrase', withKey(encrypted), 'has a passphrase: say with passphrase: where it is'],
  ['no key', withKey('text'), 'my.key holds no private key in PEM'],
  ['no certificate', { ...pair(), cert: 'text' }, 'my.pem holds no certificate in PEM'],
])('%s is said before anything is sent', (_, clientCert, words) => {
  expect(() => open('https://localhost:1', { route: { clientCert } })).toThrow(words);
});

function otherKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}

test('headers for a gateway go with each request to the cluster, to no other server, and into no error', async () => {
  const seen: (string | string[] | undefined)[] = [];
  const { url } = await serve(({ headers, url: asked }, response) => {
    seen.push(headers['x-gateway'], headers.authorization);
    if (asked?.includes('login')) return json(response, 200, loginResponse('t'));
    return json(response, 400, { message: `unknown gateway ${headers['x-gateway']}` });
  });
  const other = await serve(({ headers }, response) => {
    seen.push(`cloud ${headers['x-gateway']}`);
    json(response, 200, { data: {} });
  });
  const route = async () => ({ headers: { 'x-gateway': 'gw-s3cret' } });
  const cloud = { cloudUrl: other.url, apiKey: async () => 'key' };
  const connection = open(url, { route, ...cloud });
  const error = await failure(connection.api.topology());
  expect(String(error)).toContain('unknown gateway •••');
  expect(JSON.stringify(error)).not.toContain('gw-s3cret');
  await connection.cloud?.possibleValues().catch(() => {});
  expect(seen).toEqual(['gw-s3cret', undefined, 'gw-s3cret', 'Bearer t', 'cloud undefined']);
});

test('a Unix socket is connected in place of the host', async () => {
  const socket = join(newHome(), 'api.sock');
  const hosts: (string | undefined)[] = [];
  const server = createServer(({ headers, url }, response) => {
    hosts.push(headers.host);
    json(response, 200, url?.includes('login') ? loginResponse('t') : { data: { topology: [] } });
  });
  const reached = () => open('http://localhost', { route: { socket } }).api.topology();
  const message = expect.stringContaining(`There is no Unix socket ${socket}`);
  expect(await failure(reached())).toMatchObject({ code: 'SOCKET', message });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  onTestFinished(() => void server.close());
  expect((await reached()).status).toBe(200);
  expect(hosts).toEqual(['localhost', 'localhost']);
});

test('a way that cannot be read fails its request, and is read again for the next', async () => {
  const { url } = await answering();
  let reads = 0;
  const route = async () => {
    if (reads++ === 0) throw new Error('the command of the proxy failed');
    return {};
  };
  const { send } = createTransport({ url, route });
  // Not as a refused login, after which another password would be asked for.
  const failed = { name: 'NetworkError', message: 'the command of the proxy failed' };
  expect(await failure(send(dashboardRequest))).toMatchObject(failed);
  expect((await send(dashboardRequest)).status).toBe(200);
  expect(reads).toBe(2);
});
