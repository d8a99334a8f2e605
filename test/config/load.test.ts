import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createKeymap } from '../../src/actions/keymap.ts';
import { loadConfig } from '../../src/config/load.ts';
import { parseConfig } from '../../src/config/parse.ts';
import { makeForeign } from '../support/foreign-file.ts';

const good = `
defaults:
  username: ops
  password: { env: OPS_PASSWORD }
clusters:
  prod:
    url: https://cluster.example.com
    password: { command: [pass, show, prod] }
    production: true
    readOnly: true
    interval: 5
    thresholds: { cpu: { warn: 70, crit: 90 }, hot: { for: 30 }, latencyWarn: 250 }
    journalPatterns:
      - { match: "Status Update: CLOSED", severity: warning, title: Stream closed }
  lab: { url: http://127.0.0.1:8080, password: { prompt: true } }
keys: { quit: [Q], refresh: R }
units: bytes
notify: osc9
`;

test('a whole configuration is read', () => {
  const file = parseConfig(good, 'config.yaml');
  expect(file.clusters?.prod?.thresholds).toEqual({
    cpu: { warn: 70, crit: 90 },
    hot: { for: 30 },
    latencyWarn: 250,
  });
  expect(file.clusters?.lab?.password).toEqual({ prompt: true });
  expect(file.keys).toEqual({ quit: ['Q'], refresh: ['R'] });
});

function errorOf(text: string, known = {}): string {
  try {
    parseConfig(text, 'c.yaml', known);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return 'no error';
}

test.each([
  [
    'clusters:\n  a:\n    url: https://x\n    usernme: anna\n',
    'c.yaml:4:5: clusters.a: unknown key "usernme" (did you mean username?); allowed: url, ',
  ],
  ['clusters:\n  a:\n    url: htp://x\n', 'c.yaml:3:10: clusters.a.url: "htp://x" must begin with https://'],
  ['clusters:\n  a: { readOnly: true }\n', 'c.yaml:2:6: clusters.a.url: expected text'],
  [
    'clusters:\n  a:\n    url: https://x\n    readOnly: maybe\n',
    'c.yaml:4:15: clusters.a.readOnly: expected true or false',
  ],
  ['units: bites\n', 'c.yaml:1:8: units: allowed: bits, bytes'],
  [
    'clusters:\n  a:\n    url: https://x\n    interval: 0\n',
    'c.yaml:4:15: clusters.a.interval: at least 1 second',
  ],
  ['clusters:\n  "bad name":\n    url: https://x\n', 'c.yaml:2:3: clusters: "bad name": a name has letters'],
  [
    'clusters:\n  a:\n    url: https://x\n    journalPatterns:\n      - {match: "(", severity: info, title: t}\n',
    'c.yaml:5:17: clusters.a.journalPatterns.0.match: not a regular expression',
  ],
  [
    'defaults:\n  thresholds:\n    cpu: [hot]\n',
    'c.yaml:3:10: defaults.thresholds.cpu: expected a number, a duration',
  ],
  ['a: 1\na: 2\n', 'c.yaml:2:1: Map keys must be unique'],
  ['- 1\n', 'c.yaml:1:1: expected keys with values; allowed: defaults, clusters'],
  [
    'clusters:\n  a:\n    url: https://x\n    apiKey: {file: a, env: B}\n',
    'c.yaml:4:13: clusters.a.apiKey: say where the key comes from with exactly one of file, command, env',
  ],
])('%j is refused at its place', (text, message) => {
  expect(errorOf(text)).toContain(message);
});

test('a password written into the file is refused without repeating it', () => {
  const message = errorOf('clusters:\n  a:\n    url: https://x\n    password: hunter2\n');
  expect(message).toContain(
    'c.yaml:4:15: clusters.a.password: a password is never written into the configuration',
  );
  expect(message).not.toContain('hunter2');
});

test('broken YAML beside a password does not repeat the line', () => {
  expect(errorOf('clusters:\n  a:\n    password: "hunter2\n  b: [')).not.toContain('hunter2');
});

test('all errors are told together, in the order of the file', () => {
  const lines = errorOf('unit: bits\nclusters:\n  a:\n    url: 5\n    production: 1\nmouse: 3\n').split('\n');
  expect(lines.map((line) => line.split(': ')[0])).toEqual([
    'c.yaml:1:1',
    'c.yaml:4:10',
    'c.yaml:5:17',
    'c.yaml:6:8',
  ]);
});

/** As triage refuses: the message tells, the property names. */
function checkThresholds(thresholds: object): void {
  for (const threshold of Object.keys(thresholds)) {
    if (threshold !== 'cpu')
      throw Object.assign(new Error(`Threshold ${threshold}: there is none`), { keys: [threshold] });
  }
}

test('names that other parts own are checked where they stand', () => {
  const text =
    'theme: drak\nclusters:\n  a:\n    url: https://x\n    theme: lihgt\n    thresholds:\n      cpuu: 80\nkeys:\n  quitt: q\ndefaults:\n  theme: "no"\n';
  const message = errorOf(text, {
    checkThresholds,
    themes: ['dark', 'light'],
    commands: ['quit'],
  });
  expect(message).toBe(
    [
      'c.yaml:1:8: theme: unknown name "drak" (did you mean dark?); allowed: dark, light',
      'c.yaml:5:12: clusters.a.theme: unknown name "lihgt" (did you mean light?); allowed: dark, light',
      'c.yaml:7:7: clusters.a.thresholds: Threshold cpuu: there is none',
      'c.yaml:9:3: keys: unknown name "quitt" (did you mean quit?); allowed: quit',
      'c.yaml:11:10: defaults.theme: unknown name "no"; allowed: dark, light',
    ].join('\n'),
  );
});

test('a wrong threshold of the defaults is told once, where it stands, and not for each cluster', () => {
  const text =
    'defaults:\n  thresholds: { cpuu: 1 }\nclusters:\n  a: { url: "https://x" }\n  b: { url: "https://y" }\n';
  expect(errorOf(text, { checkThresholds })).toBe(
    'c.yaml:2:17: defaults.thresholds: Threshold cpuu: there is none',
  );
});

test('an empty file and a missing standard file are empty configurations', async () => {
  expect(parseConfig('', 'c.yaml')).toEqual({});
  expect(await loadConfig('/nonexistent/castwatch.yaml', false)).toEqual({ path: undefined, file: {} });
  await expect(loadConfig('/nonexistent/castwatch.yaml', true)).rejects.toThrow('no such file');
});

test('a file that others can change is refused with what mends it', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'castwatch-'));
  try {
    const path = join(directory, 'my config.yaml');
    await writeFile(path, good);
    const words = `${path} can be changed by other users, and it names commands that castwatch runs; fix it with: chmod go-w '${path}'`;
    for (const mode of [0o666, 0o664, 0o646]) {
      await chmod(path, mode);
      await expect(loadConfig(path, true)).rejects.toMatchObject({ message: words });
    }
    await chmod(path, 0o644);
    expect((await loadConfig(path, true)).file.units).toBe('bytes');
  } finally {
    await rm(directory, { recursive: true });
  }
});

test('keys that cannot be are refused where they stand', () => {
  const known = { checkKeys: createKeymap };
  expect(errorOf('keys:\n  app.help: [F]\n  app.quit: [j]\n', known)).toMatch(
    /^c\.yaml:3:3: keys: ‘j’ would mean both ‘app\.quit’ and ‘move\.down’ \(everywhere\)/,
  );
  expect(errorOf('keys:\n  app.quit: [Ctrl+Q]\n', known)).toMatch(
    /^c\.yaml:2:3: keys: app\.quit: ‘Ctrl\+Q’ is no key; write one character, or/,
  );
  expect(errorOf('keys:\n  app.quit: [ctrl-q]\n', known)).toBe('no error');
});

test('a file of another user is refused: its commands would run as this one', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'castwatch-')), 'config.yaml');
  onTestFinished(() => rm(dirname(path), { recursive: true }));
  await writeFile(path, 'theme: light\n', { mode: 0o644 });
  await makeForeign(path);
  onTestFinished(() => void vi.restoreAllMocks());
  await expect(loadConfig(path, true)).rejects.toThrow(`belongs to another user`);
});

test('how long the history is kept: times and sizes with their units', () => {
  const text = 'history: { raw: 90m, minute: 14d, quarter: 1.5 d, journal: 36h, maxBytes: 2GB }\n';
  expect(parseConfig(text, 'c.yaml').history).toEqual({
    raw: 90 * 60_000,
    minute: 14 * 86_400_000,
    quarter: 36 * 3_600_000,
    journal: 36 * 3_600_000,
    maxBytes: 2_000_000_000,
  });
  expect(parseConfig('history: { raw: 30s, maxBytes: 500MB }', 'c.yaml').history).toEqual({
    raw: 30_000,
    maxBytes: 500_000_000,
  });
});

test.each(['0d', '14 days', '-1d', '"14d "', 'd'])('a time of the history cannot be %s', (value) => {
  expect(errorOf(`history: { raw: ${value} }`)).toBe(
    'c.yaml:1:17: history.raw: expected a time with its unit (s, m, h, d), such as 14d',
  );
});

test('a configuration larger than any that was written by hand is refused', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'castwatch-')), 'config.yaml');
  onTestFinished(() => rm(dirname(path), { recursive: true }));
  await writeFile(path, '#'.repeat(1024 * 1024), { mode: 0o600 });
  expect((await loadConfig(path, true)).file).toEqual({});
  await writeFile(path, '#'.repeat(1024 * 1024 + 1));
  await expect(loadConfig(path, true)).rejects.toThrow('is larger than 1 MB');
});
