import { expect, test } from 'vitest';
import { withoutSecrets } from '../../src/recording/tape-writer.ts';
import { text } from './entries.ts';

test.each([
  [{ password: 'hunter2' }, {}],
  [{ licenseKey: { value: 'hunter2', editable: true } }, { licenseKey: { editable: true } }],
  [{ apiKey: 'hunter2', kept: 1 }, { kept: 1 }],
  [{ accessToken: 'hunter2' }, {}],
  [{ list: [{ credentials: { password: 'hunter2' } }, 5, null] }, { list: [{}, 5, null] }],
  [{ any: { masked: true, value: 'hunter2', lockedBy: 'X' } }, { any: { masked: true, lockedBy: 'X' } }],
])('%j loses its secret and nothing else', (given, kept) => {
  expect(JSON.parse(text(withoutSecrets(Buffer.from(JSON.stringify(given)))))).toEqual(kept);
});

test('text without a secret stays unchanged, with its spaces', () => {
  const body = Buffer.from(
    '{ "message": "the password of anna was changed", "masked" : false,\n"value":1.0 }',
  );
  expect(withoutSecrets(body)).toBe(body);
});
