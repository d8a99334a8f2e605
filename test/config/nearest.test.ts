import { expect, test } from 'vitest';
import { nearest } from '../../src/config/nearest.ts';

const keys = ['username', 'password', 'readOnly', 'interval', 'url'];

test('one mistake in a word is forgiven, two in a long one, and none that makes another word', () => {
  const meant = (...words: readonly string[]) => words.map((word) => nearest(word, keys));
  expect(meant('usernme', 'passsword', 'READONLY')).toEqual(['username', 'password', 'readOnly']);
  // Two neighbouring letters swapped are one mistake.
  expect(meant('ulr', 'raedOnl', 'uxx')).toEqual(['url', 'readOnly', undefined]);
  expect(meant('passage', 'interest')).toEqual([undefined, undefined]);
});

test('of several words the closest one', () => {
  expect(nearest('cpux', ['cpu', 'gpux', 'cpux2'])).toBe('cpu');
  expect(nearest('servers', ['server', 'servers'])).toBe('servers');
});
