import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { describeError } from '../../src/http/errors.ts';
import { failure, json, loginResponse, open, serve } from './support.ts';

const PASSWORD = 'pässword-Zq81';
const TOKEN = 'eyJhbGciOi.TOKEN-9d2f.sig';
const NEW_PASSWORD = 'new-"password"-77';
const LICENSE = 'LICENSE-4711-0815';
const KEY = 'api-key-5d41402a';
const secrets = [PASSWORD, TOKEN, NEW_PASSWORD, 'password\\"-77', LICENSE, KEY];

/** Everything that could be on a screen or in a file. */
function everything(...values: unknown[]): string {
  const whole = { depth: 20, showHidden: true };
  return values.map((value) => [inspect(value, whole), JSON.stringify(value), value].join('\n')).join('\n');
}

test('no error, log line, recording or state contains a secret, even if the server repeats it', async () => {
  let mode = 'echo';
  const { url } = await serve((request, response, body) => {
    const echo = `you sent ${Buffer.from(body, 'latin1')} with ${JSON.stringify(request.headers)}`;
    if (mode === 'login-refused') json(response, 401, { message: echo });
    else if (request.url?.includes('login')) json(response, 200, loginResponse(TOKEN));
    else if (mode === 'echo')
      json(response, 400, { message: echo, errors: { attributes: { [echo]: [echo] } } });
    else if (mode === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"data":"${echo}`);
    } else if (mode === 'done') json(response, 200, { message: echo });
    else request.socket.destroy();
  });
  const records: unknown[] = [];
  const options = {
    cloudUrl: url,
    credentials: async () => ({ username: 'op', password: PASSWORD }),
    apiKey: async () => `${KEY}\n`,
    tap: (exchange: object) => records.push({ ...exchange, body: '' }),
    log: (line: object) => records.push(line),
  };
  const connection = open(url, options);
  const { api, cloud, session } = connection;
  const seen: unknown[] = [records, connection, session, session.state];
  for (mode of ['echo', 'cut', 'reset']) {
    for (const attempt of [
      () => api.dashboard(),
      () => api.createUser({ username: 'x', password: NEW_PASSWORD, accessRights: [] }),
      () => api.updateUser(1, { password: NEW_PASSWORD }),
      () => api.replaceLicense(LICENSE),
      () => cloud?.possibleValues(),
      () => cloud?.createStream({ name: 'n', regionId: 4 }),
    ]) {
      const error = await failure(attempt());
      seen.push(error, describeError(error));
    }
  }
  mode = 'login-refused';
  const refused = open(url, options);
  seen.push(await failure(refused.api.dashboard()), refused.session.state, refused);
  mode = 'done';
  seen.push((await api.deleteUser(1)).message);
  const text = everything(...seen);
  expect(text).toContain('you sent');
  expect(text).toContain('BAD_CREDENTIALS');
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

test('only responses to reading requests are recorded, and never a request or a login', async () => {
  const { url } = await serve((request, response) => {
    if (request.url?.includes('login')) json(response, 200, loginResponse(TOKEN));
    else if (request.url?.includes('license')) {
      json(response, 200, { data: { attributes: { licenseKey: { value: LICENSE } } } });
    } else json(response, 200, { data: { topology: [] } });
  });
  const taped: object[] = [];
  const { api } = open(url, { tap: (exchange) => taped.push(exchange) });
  await api.topology();
  await api.replaceLicense(LICENSE);
  const asked = { endpoint: 'topology', path: '/api/cluster/topology', status: 200 };
  const given = { body: Buffer.from('{"data":{"topology":[]}}'), contentType: 'application/json' };
  expect(taped).toEqual([{ ...asked, ...given, at: expect.any(Number), duration: expect.any(Number) }]);
});

test('an error long after the login does not show the password in any spelling', async () => {
  const password = 'S3cr&t "p<ss" wörd';
  const encoded = encodeURIComponent(password);
  const marked = ['S3cr&amp;t &quot;p&lt;ss&quot; wörd', JSON.stringify(password).slice(1, -1)];
  const spellings = [password, encoded, encoded.replaceAll('%20', '+'), ...marked];
  const { url } = await serve((request, response) => {
    if (request.url?.includes('login')) json(response, 200, loginResponse(TOKEN));
    else json(response, 500, { message: `last login: ${spellings.join(' ')}` });
  });
  const { api } = open(url, { credentials: async () => ({ username: 'op', password }) });
  const error = await failure(api.dashboard());
  const shown = everything(error, describeError(error));
  expect(shown).toContain('last login');
  for (const spelling of spellings) expect(shown).not.toContain(spelling);
});
