import { expect, onTestFinished, test, vi } from 'vitest';
import { failure, fixture, fixturePath, json, open, serve, serveTls } from './support.ts';

test('an unknown authority is refused until its file is given; the environment cannot switch off the check', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  // Node itself warns about it once.
  const warning = vi.spyOn(process, 'emitWarning').mockReturnValue(undefined);
  onTestFinished(() => {
    warning.mockRestore();
    vi.unstubAllEnvs();
  });
  const { url, headers } = await serveTls();
  const message = expect.stringContaining('--ca-file');
  const unknown = { code: 'TLS_UNKNOWN', sent: false, message };
  expect(await failure(open(url).api.topology())).toMatchObject(unknown);
  expect(headers).toEqual([]);
  expect((await open(url, { caFile: fixturePath('localhost.pem') }).api.topology()).status).toBe(200);
});

test.each([
  ['expired', 'expired.pem', 'localhost', 'TLS_EXPIRED'],
  ['for another name', 'localhost.pem', '127.0.0.1', 'TLS_NAME'],
])('a certificate that is %s is refused even if its authority is known', async (_, file, host, code) => {
  const { port, headers } = await serveTls({ cert: fixture(file) });
  const { api } = open(`https://${host}:${port}`, { caFile: fixturePath(file) });
  expect(await failure(api.topology())).toMatchObject({ code });
  expect(headers).toEqual([]);
});

test('a port that speaks plain HTTP is reported as such', async () => {
  const { url } = await serve((_request, response) => json(response, 200, {}));
  const error = await failure(open(url.replace('http:', 'https:')).api.topology());
  expect(error).toMatchObject({ code: 'TLS_FAILED', message: expect.stringContaining('HTTPS') });
});
