import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { commands } from '../../../src/actions/commands.ts';
import { createKeymap } from '../../../src/actions/keymap.ts';
import { schemaText } from '../../../src/cli/config/json-schema.ts';
import { parseConfig } from '../../../src/config/parse.ts';
import { mergeThresholds } from '../../../src/triage/thresholds.ts';
import { themeChoices } from '../../../src/ui/theme/background.ts';

const known = {
  checkThresholds: mergeThresholds,
  checkKeys: createKeymap,
  themes: themeChoices,
  commands: commands.map(({ id }) => id),
};
const schema = z.fromJSONSchema(JSON.parse(schemaText()));

const cluster = (settings: string) => `clusters: { lab: { url: "https://a.example.net", ${settings} } }`;

test.each([
  [true, 'theme: dark'],
  [true, cluster('password: { file: secret }, readOnly: true, interval: 5')],
  [true, cluster('password: { command: [pass, lab] }, serverKey: { env: KEY }')],
  [true, cluster('thresholds: { cpuWarn: 80, cpu: { crit: 95 }, hotFor: 30s, sensitivity: { loss: high } }')],
  [true, 'keys: { app.quit: [Q] }\nhistory: { raw: 2d, maxBytes: 2GB }\nnotify: osc9'],
  [true, 'defaults: { journalPatterns: [{ match: disk, severity: critical, title: Disk }] }'],
  [false, 'theme: purple'],
  [false, 'clusters: { lab: { username: operator } }'],
  [false, 'clusters: { lab: { url: "ftp://a.example.net" } }'],
  [false, cluster('password: hunter2')],
  [false, cluster('password: { file: a, env: B }')],
  [false, cluster('password: {}')],
  [false, cluster('apiKey: { prompt: true }')],
  [false, cluster('readonly: true')],
  [false, cluster('interval: 0')],
  [false, cluster('thresholds: { cpuWarm: 80 }')],
  [false, cluster('thresholds: { cpu: { warn: 180 } }')],
  [false, cluster('thresholds: { hotFor: soon }')],
  [false, cluster('thresholds: { sensitivity: { loss: much } }')],
  [false, cluster('thresholds: { sensitivity: { lost: high } }')],
  [false, 'keys: { app.leave: [Q] }'],
  [false, 'history: { maxBytes: 2 }'],
  [false, 'defaults: { url: "https://a.example.net" }'],
])('the schema for editors says %s of the same files as a start: %s', (isFine, text) => {
  const start = expect(() => parseConfig(text, 'config.yaml', known));
  if (isFine) start.not.toThrow();
  else start.toThrow();
  expect(schema.safeParse(parse(text)).success).toBe(isFine);
});

test('each setting has its own words of the manual, also where it has the form of another', () => {
  const { properties } = JSON.parse(schemaText());
  const { username, caFile } = properties.clusters.additionalProperties.properties;
  expect(username.description).toBe('user to log in as');
  expect(caFile.description).toMatch(/^PEM file of certificate authorities/);
  expect(schemaText().match(/user to log in as/g)).toHaveLength(3);
});
