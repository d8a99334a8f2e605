import { expect, test } from 'vitest';
import { redact, redactText } from '../../src/config/redact.ts';
import { Secret } from '../../src/config/secret.ts';

test('texts, lists and depth are limited in what is written to a file', () => {
  expect(redactText('x'.repeat(10_000))).toHaveLength(4_000);
  expect(redact(Array.from({ length: 1_000 }, () => 1))).toHaveLength(200);
  const deep = (levels: number): unknown => (levels === 0 ? 'end' : { in: deep(levels - 1) });
  expect(JSON.stringify(redact(deep(6)))).toContain('end');
  expect(JSON.stringify(redact(deep(7)))).toContain('(…)');
});

test('values without a form in JSON are described in words, and secrets are hidden in lists, too', () => {
  const error = new TypeError('no https://u:p@host');
  const list = [new Secret('s'), { apiKey: 'k' }];
  const none = { nothing: null, none: undefined };
  const told = { name: 'TypeError', message: 'no https://(hidden)@host' };
  const hidden = { count: '10', ...none, error: told, list: ['(hidden)', { apiKey: '(hidden)' }] };
  expect(redact({ count: 10n, ...none, error, list })).toEqual(hidden);
});

test('a field with the name of a secret is hidden unless it holds a boolean or nothing', () => {
  const names =
    'password passphrase oldPasswd clientSecret licenseKey licence_key apiKey api-key accessToken credentials Authorization cookie';
  for (const name of names.split(' ')) {
    for (const value of ['x', 3, null, ['x'], { x: 'x' }]) {
      expect(redact({ [name]: value }), name).toEqual({ [name]: '(hidden)' });
    }
    for (const value of [true, false, undefined])
      expect(redact({ [name]: value })).toEqual({ [name]: value });
  }
  const others = { passed: 'x', key: 'x', passwordChanged: 'x' };
  expect(redact(others)).toEqual(others);
});

test.each([
  ['rtmp://cam:p@host/live and https://host/a@b', 'rtmp://(hidden)@host/live and https://host/a@b'],
  ['sent bearer abc.def-1== to anna@example.com', 'sent Bearer (hidden) to anna@example.com'],
  ['token eyJhbGciOiJIUzI1NiJ9.aGVsbG8.sig, eyJ is short', 'token (hidden), eyJ is short'],
])('%s loses its password or token, and nothing else', (given, left) => {
  expect(redactText(given)).toBe(left);
});
