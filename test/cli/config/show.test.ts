import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { showConfig } from '../../../src/cli/config/show.ts';
import type { Sources } from '../../../src/config/layers.ts';
import { parseConfig } from '../../../src/config/parse.ts';
import { newFolder } from '../../support/new-folder.ts';

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

/** The output for this file as `c.yaml`. */
function shownOf(sources: Partial<Sources>, file = text): string {
  const folder = newFolder();
  const path = join(folder, 'c.yaml');
  writeFileSync(path, file);
  const config = { path, file: parseConfig(file, path) };
  const shown = showConfig({ flags: {}, environment: {}, env: {}, config, ...sources });
  expect(shown).not.toContain('hunter2');
  return shown.replaceAll(`${folder}/`, '');
}

/** The rows of a cluster: the line of each setting, with single blanks. */
function rows(sources: Partial<Sources>, file = text): readonly string[] {
  return shownOf(sources, file)
    .split('\n')
    .map((line) => line.trim().replaceAll(/ +/g, ' '));
}

test('shows each value with its origin: option, variable, line of the file, or default', () => {
  const [flags, environment] = [{ profile: 'prod', readOnly: true }, { username: 'anna' }];
  const shown = rows({ flags, environment, env: { CASTWATCH_API_KEY: 'hunter2' } });
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

test('shows every cluster when none is named, and that a URL comes from the command line or the environment', () => {
  expect(rows({})).toEqual(expect.arrayContaining(['prod', 'lab', 'url http://127.0.0.1:8080 c.yaml:10']));
  const [url, lab] = ['https://else', 'http://127.0.0.1:8080'];
  expect(rows({ flags: { url } })).toContain(`url ${url} --url`);
  expect(rows({ environment: { url } })).toContain(`url ${url} CASTWATCH_URL`);
  expect(rows({ flags: { profile: 'lab', url: lab } })).toContain(`url ${lab} --url`);
  expect(rows({ flags: { profile: 'lab' }, environment: { url } })).toContain(`url ${lab} c.yaml:10`);
});

test('names, values and origins are aligned, and a long value does not move the others', () => {
  const long = `/etc/${'long/'.repeat(12)}ca.pem`;
  const file = `clusters:\n  lab:\n    url: https://lab.example\n    caFile: ${long}\n    serverKey: { file: /k }\n`;
  const lines = shownOf({}, file).split('\n');
  const at = (name: string) => lines.find((line) => line.startsWith(`  ${name} `)) ?? '';
  expect(lines[0]).toBe('castwatch');
  expect(at('configuration')).toBe('  configuration  c.yaml');
  expect(at('url')).toBe(`  url               ${'https://lab.example'.padEnd(40)}  c.yaml:3`);
  expect(at('production')).toBe(`  production        ${'no'.padEnd(40)}  default`);
  expect(at('caFile')).toBe(`  caFile            ${long}  c.yaml:4`);
  expect(at('serverKey')).toContain('in the file /k');
});

test('passwords of proxies and values of headers are masked, and the files of a certificate are named', () => {
  const way = 'proxy: "http://ann:s3cret@proxy:3128", headers: { X-A: s3cret, X-B: { env: B } }';
  const file = `clusters: { lab: { url: "https://lab.example", ${way}, clientCert: { cert: /c, key: /k } } }
alerts: { webhook: { url: "https://w.example", ${way} } }
history: { prometheus: { url: "https://p.example", ${way} } }
`;
  const shown = shownOf({ flags: { profile: 'lab' } }, file);
  expect(shown).toMatch(/\n {2}proxy +http:\/\/\(hidden\)@proxy:3128 /);
  expect(shown).toMatch(/\n {2}headers +x-a \(hidden\), x-b in the variable B /);
  expect(shown).toMatch(/\n {2}clientCert +\/c /);
  expect(shown).not.toContain('s3cret');
});

test('shows defaults, general settings, variables of secrets, and values that are asked for', () => {
  const file =
    'theme: light\ndefaults: { thresholds: { cpuWarn: 70 }, allowHttp: true }\nclusters:\n' +
    '  lab:\n    url: http://lab.example\n    journalPatterns: [{ match: oops, severity: info, title: Oops }]\n';
  const shown = rows({ env: { CASTWATCH_PASSWORD: 'hunter2' }, flags: { profile: 'lab' } }, file);
  expect(shown).toEqual(
    expect.arrayContaining([
      'theme "light" c.yaml:1',
      'theme light c.yaml:1',
      'username asked for default',
      'allowHttp yes c.yaml:2',
      'thresholds.cpuWarn 70 c.yaml:2',
      'journalPatterns /oops/u c.yaml:6',
    ]),
  );
  expect(shown).toContain('password in the variable CASTWATCH_PASSWORD CASTWATCH_PASSWORD');
  expect(shown.filter((line) => line.startsWith('cloudUrl') || line.startsWith('serverKey'))).toEqual([]);
});
