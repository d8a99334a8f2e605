import { expect, test } from 'vitest';
import { nearest } from '../../src/config/nearest.ts';

const keys = ['username', 'password', 'readOnly', 'interval', 'url'];

test.each([
  ['a letter left out', 'usernme', 'username'],
  ['a letter too many', 'passsword', 'password'],
  ['two neighbouring letters swapped, which is one mistake', 'ulr', 'url'],
  ['two mistakes in a long word', 'raedOnl', 'readOnly'],
  ['capitals', 'READONLY', 'readOnly'],
  ['two mistakes in a short word', 'uxx', undefined],
  ['half another word', 'passage', undefined],
  ['another word with the same beginning', 'interest', undefined],
])('%s: %s → %s', (_what, word, meant) => {
  expect(nearest(word, keys)).toBe(meant);
});

test('of several words the closest one', () => {
  expect(nearest('cpux', ['cpu', 'gpux', 'cpux2'])).toBe('cpu');
  expect(nearest('servers', ['server', 'servers'])).toBe('servers');
});
