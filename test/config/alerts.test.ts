import { expect, test } from 'vitest';
import { alertSettings } from '../../src/config/alerts.ts';
import { secretVariables } from '../../src/config/layers.ts';
import { parseConfig } from '../../src/config/parse.ts';

const path = '/home/anna/.config/castwatch/config.yaml';
const configOf = (text: string) => ({ path, file: parseConfig(text, path) });
const read = (text: string) => alertSettings(configOf(text));

test('without alerts nobody is called', () => {
  expect(read('clusters: {}')).toBeUndefined();
});

test('a command is a list of words, and settings of a way replace the general ones', () => {
  const command = 'command: { argv: [page, --now], severity: warning }';
  const webhook = 'webhook: { url: "https://hooks.example.com/x", format: slack }';
  expect(read(`alerts: { severity: critical, for: 2m, ${command}, ${webhook} }`)).toMatchObject({
    monitor: false,
    command: { argv: ['page', '--now'], severity: 'warning', hold: 120_000, timeout: 30_000, limit: 60 },
    webhook: { severity: 'critical', format: 'slack', isPrivate: false },
  });
});

test('Alertmanager is told at once unless its own setting says otherwise', () => {
  const urls = 'urls: [https://am.example.com]';
  const own = { hold: 0, silences: true, allowHttp: false, heartbeat: false };
  expect(read(`alerts: { alertmanager: { ${urls} } }`)?.alertmanager).toMatchObject(own);
  expect(read(`alerts: { alertmanager: { ${urls}, for: 1m } }`)?.alertmanager?.hold).toBe(60_000);
});

test('a URL may be a secret, and files of secrets are relative to the configuration', () => {
  const way = 'webhook: { url: { file: hook }, headers: { X-Key: { env: KEY } } }';
  const webhook = read(`alerts: { ${way} }`)?.webhook;
  expect(webhook?.url).toEqual({ kind: 'file', path: '/home/anna/.config/castwatch/hook' });
  expect(webhook?.reach.headers).toEqual({ 'x-key': { kind: 'env', name: 'KEY' } });
});

test('variables with secrets of alerts are kept from child processes', () => {
  const config = configOf(
    'alerts: { alertmanager: { urls: [https://a.example.com], token: { env: TOKEN } }, webhook: { url: { env: HOOK }, secret: { env: SIGN } }, heartbeat: { url: { env: BEAT } } }',
  );
  expect(secretVariables(config)).toEqual(['TOKEN', 'HOOK', 'SIGN', 'BEAT']);
});

test.each([
  ['alerts: {}', /name at least one of alertmanager, command, webhook/],
  ['alerts: { webhook: { url: "https://h.example.com", secret: plain } }', /never written into the config/],
  ['alerts: { command: "page me" }', /expected the words of a command as a list/],
  ['alerts: { webhook: { url: "https://h.example.com", format: irc } }', /castwatch, slack, .*pagerduty/],
  ['alerts: { command: [x], limit: 0 }', /at least 1/],
  ['alerts: { comand: [x] }', /did you mean command\?/],
])('%s is an error that says what is right', (text, words) => {
  expect(() => read(text)).toThrow(words);
});
