import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createKeymap } from '../../src/actions/keymap.ts';
import { parseConfig } from '../../src/config/parse.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';

test('a whole configuration is read', () => {
  const text = `
defaults:
  username: ops
  password: { env: OPS_PASSWORD }
clusters:
  prod:
    url: https://cluster.example.com
    password: { command: [pass, show, prod] }
    apiKey: { command: pass show key }
    serverKey: { file: keys/prod }
    cloudUrl: https://cloud.example.com
    production: true
    readOnly: true
    interval: 64
    theme: light
    caFile: ca.pem
    thresholds: { cpu: { warn: 70, crit: 90 }, hot: { for: 30s }, latencyWarn: 0 }
    journalPatterns:
      - { match: "Status Update: CLOSED", severity: warning, title: Stream closed }
  lab: { url: "http://10.0.0.5:8080", password: { prompt: true }, allowHttp: true, interval: 1 }
fleets: { live: [prod, lab] }
default: live
keys: { quit: [Q, "3"], refresh: R, none: [] }
theme: dark
units: bytes
mouse: false
notify: osc9
`;
  const read = parse(text);
  read.clusters.prod.journalPatterns[0].match = /Status Update: CLOSED/u;
  read.keys.refresh = ['R'];
  expect(parseConfig(text, 'config.yaml')).toEqual(read);
});

function errorOf(text: string, known = {}): string {
  try {
    parseConfig(text, 'c.yaml', known);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return 'no error';
}

const a = 'clusters:\n  a:\n    url: https://x\n    ';
const pattern = 'journalPatterns:\n      - {match: "(", severity: info, title: t}\n';
const eu = 'clusters: { eu: { url: https://x } }\nfleets: ';
const name = 'a name has letters';
const password = 'c.yaml:1:23: defaults.password: say where the password comes from with exactly one of';

test.each([
  [`${a}usernme: anna\n`, 'c.yaml:4:5: clusters.a: unknown key "usernme" (did you mean username?)'],
  ['clusters:\n  a:\n    url: htp://x\n', 'c.yaml:3:10: clusters.a.url: "htp://x" must begin with https://'],
  ['clusters:\n  a: { readOnly: true }\n', 'c.yaml:2:6: clusters.a.url: expected text'],
  [`${a}readOnly: maybe\n`, 'c.yaml:4:15: clusters.a.readOnly: expected true or false'],
  ['units: bites\n', 'c.yaml:1:8: units: allowed: bits, bytes'],
  [`${eu}{ live: [eu, euu] }\n`, 'c.yaml:2:22: fleets.live.1: unknown name "euu" (did you mean eu?)'],
  ['fleets: { live: [] }\n', 'c.yaml:1:17: fleets.live: must not be empty'],
  ['fleets: { "a b": [eu] }\n', `c.yaml:1:11: fleets: "a b": ${name}`],
  [`${eu}{ eu: [eu] }\n`, 'c.yaml:2:11: fleets: "eu" is already the name of a cluster'],
  [`${a}interval: 0\n`, 'c.yaml:4:15: clusters.a.interval: at least 1 second'],
  ['clusters:\n  "bad name":\n    url: https://x\n', `c.yaml:2:3: clusters: "bad name": ${name}`],
  [`${a}${pattern}`, 'c.yaml:5:17: clusters.a.journalPatterns.0.match: not a regular expression'],
  ['defaults:\n  thresholds:\n    cpu: [hot]\n', 'c.yaml:3:10: defaults.thresholds.cpu: expected a number'],
  ['a: 1\na: 2\n', 'c.yaml:2:1: Map keys must be unique'],
  ['- 1\n', 'c.yaml:1:1: expected keys with values; allowed: defaults, clusters'],
  [`${a}apiKey: {file: a, env: B}\n`, 'c.yaml:4:13: clusters.a.apiKey: say where the key comes from with ex'],
  ['clusters: 3\n', 'c.yaml:1:11: clusters: expected keys with values'],
  ['clusters:\n  a:\n', 'c.yaml:2:5: clusters.a: expected keys with values; allowed: url, '],
  ['defaults: { url: "https://x" }', 'unknown key "url" (a URL belongs to a cluster); allowed: username'],
  ['defaults: { token: x }', 'c.yaml:1:13: defaults: unknown key "token" (castwatch logs in by itself)'],
  ['defaults: { user: x }', 'unknown key "user" (did you mean username?)'],
  ['defaults: { zzz: x }', 'unknown key "zzz"; allowed: username'],
  ['defaults: { username: "" }', 'c.yaml:1:23: defaults.username: must not be empty'],
  ['defaults: { username: 3 }', 'c.yaml:1:23: defaults.username: expected text'],
  ['defaults: { interval: "2" }', 'c.yaml:1:23: defaults.interval: expected a number'],
  ['defaults: { interval: 64.5 }', 'c.yaml:1:23: defaults.interval: at most 64 seconds'],
  ['defaults: { cloudUrl: "" }', 'c.yaml:1:23: defaults.cloudUrl: "" is not a URL; write it like'],
  ['defaults: { apiKey: abc }', 'defaults.apiKey: a key is never written into the configuration itself'],
  ['defaults: { apiKey: { prompt: true } }', 'apiKey: unknown key "prompt"; allowed: file, command, env'],
  ['defaults: { password: }', password.slice(14)],
  ['defaults: { password: {} }', password],
  ['defaults: { password: { prompt: false } }', 'c.yaml:1:33: defaults.password.prompt: prompt: true'],
  ['defaults: { password: { env: A B } }', 'c.yaml:1:30: defaults.password.env: the name of an env'],
  ['defaults: { password: { command: 3 } }', 'a command is text (run by the shell) or a list of words'],
  ['defaults: { password: { command: [] } }', 'c.yaml:1:34: defaults.password.command: must not be empty'],
  ['defaults: { thresholds: { cpu: -1 } }', 'c.yaml:1:32: defaults.thresholds.cpu: must not be negative'],
  ['defaults: { journalPatterns: 3 }', 'c.yaml:1:30: defaults.journalPatterns: expected a list'],
  ['defaults: { journalPatterns: [{ match: "" }] }', 'defaults.journalPatterns.0.match: must not be empty'],
  ['history: { raw: 3 }', 'c.yaml:1:17: history.raw: expected text'],
  ['history: { directory: shared }', 'history.directory: expected a path from the root, such as /var/lib/'],
  ['history: { maxBytes: 2TB }', 'history.maxBytes: expected a size with its unit (MB, GB), such as 2GB'],
  ['keys: { app.quit: 3 }', 'c.yaml:1:19: keys.app.quit: expected a key in quotes, such as "3", or a list'],
  ['theme: *none\n', 'c.yaml: an alias (*NAME) has no anchor (&NAME) above it'],
])('%j is refused with its place', (text, message) => {
  expect(errorOf(text)).toContain(message);
});

test('the lengths of names and patterns, and the number of patterns, are limited', () => {
  for (const [field, most] of [['title', 60] as const, ['match', 500] as const]) {
    const pattern = (length: number) => {
      const own = { match: 'a', severity: 'info', title: 't', [field]: 'x'.repeat(length) };
      return `defaults: { journalPatterns: [${JSON.stringify(own)}] }`;
    };
    expect(errorOf(pattern(most))).toBe('no error');
    const message = `defaults.journalPatterns.0.${field}: at most ${most} characters`;
    expect(errorOf(pattern(most + 1))).toContain(message);
  }
  const named = (name: string) => `clusters: { "${name}": { url: "https://x" } }`;
  for (const name of ['prod', '3', 'é.b_c-d', 'x'.repeat(64)]) expect(errorOf(named(name))).toBe('no error');
  for (const name of ['-a', '', 'x'.repeat(65)])
    expect(errorOf(named(name))).toContain(`clusters: "${name}": a name has`);
  const patterns = (count: number) =>
    `defaults: { journalPatterns: [${'{ match: a, severity: info, title: t },'.repeat(count)}] }`;
  expect(errorOf(patterns(100))).toBe('no error');
  expect(errorOf(patterns(101))).toContain('defaults.journalPatterns: at most 100 patterns');
});

test('aliases that expand too far are refused before they fill the memory', () => {
  const level = (name: string, of: string) => `${name}: &${name} [${`*${of},`.repeat(9)}]\n`;
  const text = `a: &a [x,x,x,x,x,x,x,x,x]\n${level('b', 'a')}${level('c', 'b')}${level('d', 'c')}`;
  const words = 'c.yaml: an alias (*NAME) has no anchor (&NAME) above it, or its aliases expand to too much';
  expect(errorOf(text)).toBe(words);
});

test('a password in the file is refused and not repeated', () => {
  const message = errorOf('clusters:\n  a:\n    url: https://x\n    password: hunter2\n');
  const words = 'c.yaml:4:15: clusters.a.password: a password is never written into the configuration';
  expect(message).toContain(words);
  expect(message).not.toContain('hunter2');

  // Nor is a line of broken YAML.
  for (const line of ['password: "hunter2', 'password: hunter2: x', 'password: *hunter2']) {
    const broken = errorOf(`defaults:\n  ${line}\n  b: [`);
    expect(broken).toMatch(/^c\.yaml:\d/);
    expect(broken).not.toContain('hunter2');
  }
});

test('all errors are reported together, in the order of the file', () => {
  const lines = errorOf('unit: bits\nclusters:\n  a:\n    url: 5\n    production: 1\nmouse: 3\n').split('\n');
  const places = ['c.yaml:1:1', 'c.yaml:4:10', 'c.yaml:5:17', 'c.yaml:6:8'];
  expect(lines.map((line) => line.split(': ')[0])).toEqual(places);
});

test('a threshold of a cluster is checked together with the defaults, and reported at the cluster', () => {
  const text =
    'defaults:\n  thresholds: { cpuWarn: 90 }\nclusters:\n  a:\n    url: https://x\n    thresholds: { cpuCrit: 80 }\n';
  const known = { checkThresholds: mergeThresholds };
  expect(errorOf(text, known)).toMatch(/^c\.yaml:6:19: clusters\.a\.thresholds: [^\n]*cpuWarn/);
  expect(errorOf(text.replace('90', '70'), known)).toBe('no error');
});

test('names are free unless another part of the program defines them, and optional where one does', () => {
  const text =
    'theme: mine\nkeys: { mine: q }\ndefaults: { theme: mine, thresholds: { mine: 1 } }\nclusters: { a: { url: "https://x", theme: mine } }';
  expect(errorOf(text)).toBe('no error');
  const known = { checkThresholds, checkKeys: createKeymap, themes: ['dark'], commands: ['app.quit'] };
  for (const yaml of [
    'clusters: { a: { url: "https://x" } }',
    'theme: dark\nkeys: { app.quit: Q }\ndefaults: { thresholds: { cpu: 1 } }',
  ])
    expect(errorOf(yaml, known)).toBe('no error');
});

/** A refusal like that of triage: the message says why, the property names the threshold. */
function checkThresholds(thresholds: object): void {
  for (const threshold of Object.keys(thresholds)) {
    if (threshold !== 'cpu')
      throw Object.assign(new Error(`Threshold ${threshold}: there is none`), { keys: [threshold] });
  }
}

test('names that other parts define are checked where they are', () => {
  const text =
    'theme: drak\nclusters:\n  a:\n    url: https://x\n    theme: lihgt\n    thresholds:\n      cpuu: 80\nkeys:\n  quitt: q\ndefaults:\n  theme: "no"\n';
  const message = errorOf(text, { checkThresholds, themes: ['dark', 'light'], commands: ['quit'] });
  expect(message.split('\n')).toEqual([
    'c.yaml:1:8: theme: unknown name "drak" (did you mean dark?); allowed: dark, light',
    'c.yaml:5:12: clusters.a.theme: unknown name "lihgt" (did you mean light?); allowed: dark, light',
    'c.yaml:7:7: clusters.a.thresholds: Threshold cpuu: there is none',
    'c.yaml:9:3: keys: unknown name "quitt" (did you mean quit?); allowed: quit',
    'c.yaml:11:10: defaults.theme: unknown name "no"; allowed: dark, light',
  ]);
});

test('a wrong threshold of the defaults is reported once at its place, and not for each cluster', () => {
  const text =
    'defaults:\n  thresholds: { cpuu: 1 }\nclusters:\n  a: { url: "https://x" }\n  b: { url: "https://y" }\n';
  const once = 'c.yaml:2:17: defaults.thresholds: Threshold cpuu: there is none';
  expect(errorOf(text, { checkThresholds })).toBe(once);
});

test('impossible keys are refused at their place', () => {
  const about = (keys: string, more = {}) =>
    errorOf(`keys:\n  ${keys}\n`, { checkKeys: createKeymap, ...more });
  const both = /^c\.yaml:3:3: keys: ‘j’ would mean both ‘app\.quit’ and ‘move\.down’ \(everywhere\)/;
  expect(about('app.help: [F]\n  app.quit: [j]')).toMatch(both);
  const none = /^c\.yaml:2:3: keys: app\.quit: ‘Ctrl\+Q’ is not a key; write one character, or/;
  expect(about('app.quit: [Ctrl+Q]')).toMatch(none);
  expect(about('app.quit: [ctrl-q]')).toBe('no error');
  const unknown = about('quit: [Ctrl+Q]', { commands: ['app.quit'] });
  expect(unknown).toBe('c.yaml:2:3: keys: unknown name "quit"; allowed: app.quit');
});

test('the age and size limits of the history have units', () => {
  const text = 'history: { raw: 90m, minute: 14d, quarter: 1.5 d, journal: 36h, maxBytes: 2GB }\n';
  const read = (yaml: string) => parseConfig(yaml, 'c.yaml').history;
  const times = { raw: 90 * 60_000, minute: 14 * 86_400_000, quarter: 129_600_000, journal: 129_600_000 };
  expect(read(text)).toEqual({ ...times, maxBytes: 2_000_000_000 });
  expect(read('history: { raw: 30s, maxBytes: 500MB }')).toEqual({ raw: 30_000, maxBytes: 500_000_000 });
});

test.each(['0d', '14 days', '-1d', '"14d "', 'd'])('an age limit of the history cannot be %s', (value) => {
  const words = 'c.yaml:1:17: history.raw: expected a time with its unit (s, m, h, d), such as 14d';
  expect(errorOf(`history: { raw: ${value} }`)).toBe(words);
});
