import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { secretVariables } from '../../src/config/layers.ts';
import { parseConfig } from '../../src/config/parse.ts';
import { resolveTarget } from '../../src/config/resolve.ts';
import { readRoute, routeSettings } from '../../src/config/route.ts';
import { newHome } from '../cli/run-command.ts';

const path = '/home/ann/config.yaml';
const lab = (settings: string) =>
  parseConfig(`clusters: { lab: { url: "https://lab.example", ${settings} } }`, path);
const read = (settings: string, env: NodeJS.ProcessEnv = {}) =>
  readRoute(routeSettings(lab(settings).clusters?.lab, path), 'lab', { clock: systemClock, env });

test.each([
  ['headers: { Authorization: x }', /"Authorization": castwatch sets this header itself; a login, key, tok/],
  ['headers: { X-API-Key: x }', /castwatch sets this header itself/],
  ['headers: { host: x }', /castwatch sets this header itself/],
  ['headers: { "a b": x }', /the name of a header/],
  ['headers: { X-Gateway: 7 }', /expected text, or file, command or env/],
  ['proxy: "socks5://ann:s3cret@proxy"', /a proxy is written like http:\/\/proxy\.example\.com:3128/],
  ['proxy: "proxy:3128"', /a proxy is written like/],
  ['proxy: "http://ann:50%@s3cret"', /%25 for a %/],
  ['proxy: true', /expected a URL such as .*, none, or file, command or env/],
  ['clientCert: { cert: a.pem }', /key/],
])('%s is refused, without a secret in the message', (settings, words) => {
  const parsed = () => lab(settings);
  expect(parsed).toThrow(words);
  expect(parsed).not.toThrow('s3cret');
});

test('a receiver may have any header for its own login, and a service that has a token none beside it', () => {
  const alerts = (way: string) => () => parseConfig(`alerts: { ${way} }`, path);
  alerts('webhook: { url: "https://w.example", headers: { Authorization: { env: HOOK } } }')();
  const manager = alerts('alertmanager: { urls: ["https://a.example"], headers: { Authorization: x } }');
  expect(manager).toThrow('castwatch sets this header itself');
});

test('the lower case of a variable counts, a proxy of the profile counts first, and none is none', async () => {
  const https = { HTTPS_PROXY: 'http://up:1', https_proxy: 'low:2' };
  const env = { ...https, HTTP_PROXY: 'plain:3', NO_PROXY: '.example', SECRET: 'http://u:p@own:5' };
  const urls = { http: 'http://plain:3', https: 'http://low:2' };
  expect((await read('', env)).proxy).toEqual({ ...urls, except: '.example', loopback: false });
  const own = await read('proxy: "http://own:4"', env);
  expect(own.proxy).toMatchObject({ https: 'http://own:4', except: '' });
  expect((await read('proxy: { env: SECRET }', env)).proxy).toMatchObject({ https: env.SECRET });
  for (const none of ['none', 'false']) expect((await read(`proxy: ${none}`, env)).proxy).toBeUndefined();
  expect((await read('socket: api.sock', env)).proxy).toBeUndefined();
});

test('secrets come from a file, a command or the environment, and a fault is told without them', async () => {
  const written = (name: string, text: string, mode = 0o644) => {
    const at = join(newHome(), name);
    writeFileSync(at, text, { mode });
    return at;
  };
  const [file, open, cert] = [
    written('pass', 's3cret\n', 0o600),
    written('open', 'key'),
    written('cert.pem', 'cert'),
  ];
  const found = await read(
    `clientCert: { cert: ${cert}, key: ${file}, passphrase: { command: [echo, word] } }, headers: { X-A: { file: ${file} }, X-B: plain }`,
  );
  expect(found).toMatchObject({
    clientCert: { cert: 'cert', key: 's3cret', passphrase: 'word' },
    headers: { 'x-a': 's3cret', 'x-b': 'plain' },
  });
  const fails = (settings: string, env?: NodeJS.ProcessEnv) => expect(read(settings, env)).rejects;
  const missing = 'clientCert of lab: cannot read /nowhere.pem: no such file or directory';
  await fails(`clientCert: { cert: /nowhere.pem, key: ${file} }`).toThrow(missing);
  const readable = /key of clientCert of lab: other users can read/;
  await fails(`clientCert: { cert: ${cert}, key: ${open} }`).toThrow(readable);
  const odd = /^header x-a of lab: it has a character that no header can have$/;
  await fails('headers: { X-A: { env: LINES } }', { LINES: 's3\ncret' }).toThrow(odd);
});

test('a URL that is typed gets neither headers nor certificate of the defaults, and children none of their variables', () => {
  const file = parseConfig(
    `defaults: { proxy: { env: P }, headers: { X-A: { env: A } }, clientCert: { cert: c, key: k, passphrase: { env: W } } }
clusters: { lab: { url: "https://lab.example" } }
alerts: { webhook: { url: "https://w.example", headers: { X-B: { env: B } } } }`,
    path,
  );
  const config = { path, file };
  const reach = (flags: { url?: string; profile?: string }) =>
    resolveTarget({ flags, environment: {}, env: {}, config })?.reach;
  expect(reach({ profile: 'lab' })?.headers).toEqual({ 'x-a': { kind: 'env', name: 'A' } });
  const proxy = { kind: 'env', name: 'P' };
  expect(reach({ url: 'https://other.example' })).toEqual({ ...routeSettings(), proxy });
  expect(secretVariables(config)).toEqual(['P', 'W', 'A', 'B']);
});
