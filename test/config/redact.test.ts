import { expect, test } from 'vitest';
import { redact, redactText } from '../../src/config/redact.ts';
import { Secret } from '../../src/config/secret.ts';

test('secrets are hidden by their name and by their type, in lists, too', () => {
  const users = [{ name: 'anna', password: 'p', apiKey: 'k' }, new Secret('s'), 'https://u:p@host/x'];
  expect(redact({ users, token: 'eyJ', mayLogin: true })).toEqual({
    users: [
      { name: 'anna', password: '(hidden)', apiKey: '(hidden)' },
      '(hidden)',
      'https://(hidden)@host/x',
    ],
    token: '(hidden)',
    mayLogin: true,
  });
});

test('what is written to a file is bounded: texts, lists and depth', () => {
  expect(redactText('x'.repeat(10_000))).toHaveLength(4_000);
  expect(redact(Array.from({ length: 1_000 }, () => 1))).toHaveLength(200);
  const deep = (levels: number): unknown => (levels === 0 ? 'end' : { in: deep(levels - 1) });
  expect(JSON.stringify(redact(deep(6)))).toContain('end');
  expect(JSON.stringify(redact(deep(7)))).toContain('(…)');
});
