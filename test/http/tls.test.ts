import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { failure, json, loginResponse, open, serve } from './support.ts';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

/** An HTTPS server whose certificate names `localhost`; returns its port and the requests. */
async function serveTls(certificate: string): Promise<{ port: number; hits: string[] }> {
  const hits: string[] = [];
  const options = { cert: readFileSync(fixture(certificate)), key: readFileSync(fixture('key.pem')) };
  const server = createServer(options, (request, response) => {
    hits.push(request.url ?? '');
    request.resume();
    json(response, 200, request.url?.includes('login') ? loginResponse('t') : { data: { topology: [] } });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, hits };
}

test('an unknown authority is refused until its file is given', async () => {
  const { port, hits } = await serveTls('localhost.pem');
  const url = `https://localhost:${port}`;
  const error = await failure(open(url).api.topology());
  expect(error).toMatchObject({
    code: 'TLS_UNKNOWN',
    sent: false,
    message: expect.stringContaining('--ca-file'),
  });
  expect(hits).toEqual([]);
  expect((await open(url, { caFile: fixture('localhost.pem') }).api.topology()).status).toBe(200);
});

test('the environment cannot switch off the check', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  // Node itself warns about it once.
  const warning = vi.spyOn(process, 'emitWarning').mockReturnValue(undefined);
  onTestFinished(() => {
    warning.mockRestore();
    vi.unstubAllEnvs();
  });
  const { port, hits } = await serveTls('localhost.pem');
  expect(await failure(open(`https://localhost:${port}`).api.topology())).toMatchObject({
    code: 'TLS_UNKNOWN',
  });
  expect(hits).toEqual([]);
});

test('an expired certificate is refused even if its authority is known', async () => {
  const { port, hits } = await serveTls('expired.pem');
  const { api } = open(`https://localhost:${port}`, { caFile: fixture('expired.pem') });
  expect(await failure(api.topology())).toMatchObject({ code: 'TLS_EXPIRED' });
  expect(hits).toEqual([]);
});

test('a certificate for another name is refused', async () => {
  const { port, hits } = await serveTls('localhost.pem');
  const { api } = open(`https://127.0.0.1:${port}`, { caFile: fixture('localhost.pem') });
  expect(await failure(api.topology())).toMatchObject({ code: 'TLS_NAME' });
  expect(hits).toEqual([]);
});

test('a port that speaks plain HTTP is reported as such', async () => {
  const { url } = await serve((_request, response) => json(response, 200, {}));
  const error = await failure(open(url.replace('http:', 'https:')).api.topology());
  expect(error).toMatchObject({ code: 'TLS_FAILED', message: expect.stringContaining('HTTPS') });
});
