import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TargetOptions } from '../../src/config/layers.ts';
import type { Config } from '../../src/config/load.ts';
import { parseConfig } from '../../src/config/parse.ts';
import { resolveTarget, withDefaultCluster } from '../../src/config/resolve.ts';
import { routeSettings } from '../../src/config/route.ts';

const path = '/home/anna/.config/castwatch/config.yaml';
const config: Config = {
  path,
  file: parseConfig(
    `
defaults:
  username: everyone
  interval: 4
  thresholds: { cpu: 80, memory: 85 }
  journalPatterns: [{ match: panic, severity: critical, title: Panic }]
clusters:
  prod:
    url: https://prod.example.com/
    username: ops
    password: { file: secrets/prod }
    apiKey: { env: PROD_KEY }
    production: true
    readOnly: true
    thresholds: { cpu: 70 }
    journalPatterns: [{ match: CLOSED, severity: info, title: Closed }]
  lab: { url: "http://10.0.0.5:8080", allowHttp: true }
  plain: { url: "http://10.0.0.5:8080" }
theme: light
`,
    path,
  ),
};
const none: Config = { path: undefined, file: {} };

type Env = NodeJS.ProcessEnv;
const resolve = (flags: TargetOptions, environment: TargetOptions = {}, env: Env = {}, from = config) =>
  resolveTarget({ flags, environment, env, config: from });

test('a profile overrides the defaults', () => {
  expect(resolve({ profile: 'prod' })).toEqual({
    name: 'prod',
    profile: 'prod',
    url: 'https://prod.example.com',
    username: 'ops',
    password: { kind: 'file', path: '/home/anna/.config/castwatch/secrets/prod' },
    cloudUrl: undefined,
    apiKey: { kind: 'env', name: 'PROD_KEY' },
    readOnly: true,
    production: true,
    wholeClusterWork: false,
    ofSeveral: false,
    interval: 4,
    theme: 'light',
    allowHttp: false,
    caFile: undefined,
    reach: routeSettings(),
    thresholds: { cpu: 70, memory: 85 },
    journalPatterns: [
      { match: /panic/u, severity: 'critical', title: 'Panic' },
      { match: /CLOSED/u, severity: 'info', title: 'Closed' },
    ],
    secretVariables: ['PROD_KEY'],
  });
});

test('the order is command line, environment, profile, defaults', () => {
  const environment = { username: 'from-env' };
  const targets = [
    resolve({ profile: 'prod', username: 'flag' }, environment),
    resolve({ profile: 'prod' }, environment),
    ...['prod', 'lab'].map((profile) => resolve({ profile })),
  ];
  expect(targets.map((target) => target?.username)).toEqual(['flag', 'from-env', 'ops', 'everyone']);
  expect(resolve({ profile: 'prod', interval: 2 })?.interval).toBe(2);
  // Read-only cannot be switched off.
  expect(resolve({ profile: 'prod', readOnly: false })?.readOnly).toBe(true);
  const password = (own: TargetOptions) =>
    resolve({ profile: 'prod', ...own }, {}, { CASTWATCH_PASSWORD: 'x' })?.password;
  expect(password({})).toEqual({ kind: 'env', name: 'CASTWATCH_PASSWORD' });
  expect(password({ passwordFile: '/p' })).toEqual({ kind: 'file', path: '/p' });
});

test('without any setting a cluster can be written to, is no production cluster, and needs HTTPS', () => {
  const off = 'readOnly production wholeClusterWork ofSeveral allowHttp';
  const unset = 'profile username cloudUrl apiKey theme';
  const all = (names: string, value: unknown) => names.split(' ').map((name) => [name, value]);
  const empty = { reach: routeSettings(), thresholds: {}, journalPatterns: [], secretVariables: [] };
  const named = {
    name: 'c.example.com',
    url: 'https://c.example.com',
    password: { kind: 'prompt' },
    interval: 2,
  };
  const plain = Object.fromEntries([...all(off, false), ...all(unset, undefined)]);
  expect(resolve({ url: 'https://c.example.com' }, {}, {}, none)).toEqual({ ...plain, ...named, ...empty });
});

test('applies the command line, with paths relative to the current directory', () => {
  const same = { username: 'anna', readOnly: true, interval: 8, theme: 'dark', allowHttp: true };
  const flags = { url: 'https://c.example.com', cloudUrl: 'https://cloud.example.com/', apiKeyFile: 'key' };
  expect(resolve({ ...flags, ...same, caFile: 'ca.pem' }, {}, {}, none)).toMatchObject({
    ...same,
    cloudUrl: 'https://cloud.example.com',
    apiKey: { kind: 'file', path: join(process.cwd(), 'key') },
    caFile: join(process.cwd(), 'ca.pem'),
  });
});

test('applies the environment', () => {
  const environment = { profile: 'prod', cloudUrl: 'https://cloud.example.com' };
  const apiKey = { kind: 'env', name: 'CASTWATCH_API_KEY' };
  expect(resolve({}, environment, { CASTWATCH_API_KEY: 'y' })).toMatchObject({ ...environment, apiKey });
  const both = 'CASTWATCH_URL and the profile prod name two different clusters';
  expect(() => resolve({}, { url: 'https://x', profile: 'prod' })).toThrow(both);
  expect(() => resolve({}, { url: 'x' })).toThrow('CASTWATCH_URL: "x" is not a URL');
  // Without a profile, the environment can concern no other URL.
  expect(resolve({ profile: 'prod' }, { profile: '__proto__', username: 'x' })?.username).toBe('ops');
});

test('a switch of profile keeps options of the program and drops those of the first cluster', () => {
  const kept = { readOnly: true, interval: 8 };
  const flags = { ...kept, profile: 'prod', username: 'anna', theme: 'dark', caFile: '/ca' };
  const switchTo = { profile: 'lab', startUrl: 'https://prod.example.com' };
  const switched = resolveTarget({ flags, environment: {}, env: {}, config, switchTo });
  const own = { name: 'lab', username: 'everyone', theme: 'light', caFile: undefined };
  expect(switched).toMatchObject({ ...kept, ...own });
});

test('settings of a profile come before those of defaults, and secrets of defaults are only for clusters of the file', () => {
  const file = parseConfig(
    `
defaults:
  serverKey: { env: SHARED }
  readOnly: true
  production: true
  caFile: ca/shared.pem
  theme: dark
clusters:
  one: { url: "https://one.example.com", caFile: ~/one.pem }
  two: { url: "https://two.example.com", readOnly: false, production: false, theme: contrast }
`,
    path,
  );
  const of = (flags: TargetOptions) => expect(resolve(flags, {}, {}, { path, file }));
  const [on, off] = [true, false].map((is) => ({ readOnly: is, production: is }));
  const shared = { serverKey: { kind: 'env', name: 'SHARED' }, secretVariables: ['SHARED'] };
  of({ profile: 'one' }).toMatchObject({
    ...on,
    ...shared,
    caFile: join(homedir(), 'one.pem'),
    theme: 'dark',
  });
  const caFile = '/home/anna/.config/castwatch/ca/shared.pem';
  of({ profile: 'two' }).toMatchObject({ ...off, caFile, theme: 'contrast' });
  of({ url: 'https://else.example.com' }).toMatchObject({ ...on, serverKey: undefined });
});

test('a URL and a profile of two different clusters are refused', () => {
  expect(() => resolve({ url: 'https://evil.example.com', profile: 'prod' })).toThrow(
    '--url and the profile prod name two different clusters',
  );
  expect(resolve({ url: 'https://prod.example.com', profile: 'prod' })?.production).toBe(true);
  // The command line counts before the environment.
  const target = resolve({ profile: 'prod' }, { url: 'https://evil.example.com' });
  expect(target?.url).toBe('https://prod.example.com');
});

test('plain HTTP is only for this machine, or where it is allowed', () => {
  expect(() => resolve({ profile: 'plain' })).toThrow(/^clusters\.plain\.url: .*--allow-http/);
  expect(resolve({ profile: 'plain', allowHttp: true })?.allowHttp).toBe(true);
  expect(resolve({ profile: 'lab' })?.allowHttp).toBe(true);
  expect(resolve({ url: 'http://[::1]:80' })?.url).toBe('http://[::1]');
  expect(() => resolve({ url: 'http://a' })).toThrow(/^--url: .*not encrypted/);
  expect(() => resolve({}, { url: 'http://a' })).toThrow(/^CASTWATCH_URL: /);
  const cloud = { url: 'https://a', cloudUrl: 'http://cloud.example.com' };
  expect(() => resolve(cloud)).toThrow(/^the cloud URL: .*not encrypted/);
});

test.each([
  ...['https://user:hunter2@host', 'https://:hunter2@host', 'https://hunter2@host'],
  ...['user:hunter2@host', 'hunter2@host:9'],
])('a URL that contains a password is refused and not repeated: %s', (url) => {
  expect(() => resolve({ url })).toThrow(/^--url: (?!.*hunter2)/s);
});

test('other invalid base URLs are refused', () => {
  expect(() => resolve({ url: 'cluster.example.com' })).toThrow('write it like https://');
  expect(() => resolve({ url: 'ftp://x' })).toThrow('must begin with https://');
  expect(() => resolve({ url: 'https://x/?a=1' })).toThrow('leave out everything from "?"');
  expect(() => resolve({ url: 'https://x/#top' })).toThrow('leave out everything from "?"');
});

test('the error of an unknown profile names the known ones', () => {
  expect(() => resolve({ profile: 'prd' })).toThrow('did you mean prod?; there are: prod, lab, plain');
  expect(() => resolve({ profile: '__proto__' })).toThrow('no cluster "__proto__"');
  expect(() => resolve({ profile: 'prod' }, {}, {}, none)).toThrow('there is no file yet');
});

test('without a name the cluster is the only one of the file, or its default', () => {
  const of = (text: string): Config => ({ path, file: parseConfig(text, path) });
  const one = of('clusters: { a: { url: https://a.example.com } }');
  const [a, b] = ['a: { url: https://a.example.com }', 'b: { url: https://b.example.com }'];
  const two = of(`clusters: { ${a}, ${b} }`);
  const chosen = of(`clusters: { ${a}, ${b} }\ndefault: b`);
  expect(withDefaultCluster({}, {}, one)).toEqual({ profile: 'a' });
  expect(withDefaultCluster({ username: 'ops' }, {}, chosen)).toEqual({ username: 'ops', profile: 'b' });
  expect(withDefaultCluster({}, {}, two)).toEqual({});
  expect(withDefaultCluster({}, {}, none)).toEqual({});
  expect(withDefaultCluster({ url: 'https://c.example.com' }, {}, one)).not.toHaveProperty('profile');
  expect(withDefaultCluster({}, { profile: 'b' }, chosen)).toEqual({});
  expect(() => of(`clusters: { ${a} }\ndefault: ab`)).toThrow(
    `${path}:2:10: default: unknown name "ab" (did you mean a?)`,
  );
});
