import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { showConfig } from '../../src/cli/config-show.ts';
import type { Sources } from '../../src/config/layers.ts';
import { parseConfig } from '../../src/config/parse.ts';

const text = `defaults:
  interval: 5
  journalPatterns: [{ match: panic, severity: info, title: Panic }]
clusters:
  prod:
    url: https://prod.example.com
    password: { command: curl -H hunter2 vault }
    thresholds:
      cpuWarn: 80
  lab: { url: "http://127.0.0.1:8080" }
units: bytes
`;

/** The rows of a cluster: what is said of each setting, blanks made one. */
function rows(sources: Partial<Sources>): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'castwatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'c.yaml');
  writeFileSync(path, text);
  const config = { path, file: parseConfig(text, path) };
  const shown = showConfig({ flags: {}, environment: {}, env: {}, config, ...sources });
  expect(shown).not.toContain('hunter2');
  return shown
    .replaceAll(`${folder}/`, '')
    .split('\n')
    .map((line) => line.trim().replaceAll(/ +/g, ' '));
}

test('each value with its origin: option, variable, line of the file, or nobody', () => {
  const shown = rows({
    flags: { profile: 'prod', readOnly: true },
    environment: { username: 'anna' },
    env: { CASTWATCH_API_KEY: 'hunter2' },
  });
  expect(shown).toEqual(
    expect.arrayContaining([
      'units "bytes" c.yaml:11',
      'url https://prod.example.com c.yaml:6',
      'username anna CASTWATCH_USERNAME',
      'password of the command curl … c.yaml:7',
      'readOnly yes --read-only',
      'interval 5 s c.yaml:2',
      'production no default',
      'thresholds.cpuWarn 80 c.yaml:9',
      'journalPatterns /panic/u c.yaml:3',
    ]),
  );
  expect(shown).not.toContain('lab');
});

test('without a name, every cluster of the configuration', () => {
  const shown = rows({});
  expect(shown).toEqual(expect.arrayContaining(['prod', 'lab', 'url http://127.0.0.1:8080 c.yaml:10']));
});

test('a URL of the command line or the environment is said to come from there', () => {
  expect(rows({ flags: { url: 'https://else' } })).toContain('url https://else --url');
  expect(rows({ environment: { url: 'https://else' } })).toContain('url https://else CASTWATCH_URL');
});
