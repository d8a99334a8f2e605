import type { Key } from 'ink';
import { expect, test } from 'vitest';
import { toKeyPresses } from '../../src/ui/keys.ts';

const none = {} as Key;
const names = (input: string, key: Partial<Key> = {}) =>
  toKeyPresses(input, { ...none, ...key }).map(({ name }) => name);

test('keys have the names of the table', () => {
  expect(names('', { upArrow: true })).toEqual(['up']);
  expect(names('', { return: true })).toEqual(['enter']);
  expect(names('', { tab: true, shift: true })).toEqual(['shift-tab']);
  expect(names('d', { ctrl: true })).toEqual(['ctrl-d']);
  expect(names('b', { meta: true })).toEqual(['alt-b']);
  expect(names('G', { shift: true })).toEqual(['G']);
  expect(names(' ')).toEqual(['space']);
});

test('what is typed faster than it is read loses no key', () => {
  expect(names('jjj')).toEqual(['j', 'j', 'j']);
  expect(names('\x15\x15')).toEqual(['ctrl-u', 'ctrl-u']);
  expect(names('a\rb')).toEqual(['a', 'enter', 'b']);
});

test('text keeps its graphemes together and control characters type nothing', () => {
  expect(toKeyPresses('é', none)).toEqual([{ name: 'é', text: 'é' }]);
  expect(toKeyPresses('\x85', none)).toEqual([]);
});

test('the release of a key is no press', () => {
  expect(names('q', { eventType: 'release' })).toEqual([]);
});
