import type { Key } from 'ink';
import { expect, test } from 'vitest';
import { toKeyPresses } from '../../src/ui/keys.ts';

const none = {} as Key;
const names = (input: string, key: Partial<Key> = {}) =>
  toKeyPresses(input, { ...none, ...key }).map(({ name }) => name);

test('no key is lost when typing is faster than reading', () => {
  expect(names('jjj')).toEqual(['j', 'j', 'j']);
  expect(names('\x15\x15')).toEqual(['ctrl-u', 'ctrl-u']);
  expect(names('a\rb')).toEqual(['a', 'enter', 'b']);
});

test('typed text keeps its graphemes together, and control characters type nothing', () => {
  expect(toKeyPresses('é', none)).toEqual([{ name: 'é', text: 'é' }]);
  expect(toKeyPresses('\x85', none)).toEqual([]);
});

test('the release of a key does not count as a press', () => {
  expect(names('q', { eventType: 'release' })).toEqual([]);
});

test.each<[string, Partial<Key>[]]>([
  ['up', [{ upArrow: true }]],
  ['down', [{ downArrow: true }]],
  ['left', [{ leftArrow: true }]],
  ['ctrl-right', [{ rightArrow: true, ctrl: true }]],
  ['alt-left', [{ leftArrow: true, meta: true }]],
  ['ctrl-alt-shift-up', [{ upArrow: true, ctrl: true, meta: true, shift: true }]],
  ['pgdn', [{ pageDown: true }]],
  ['pgup', [{ pageUp: true }]],
  ['home', [{ home: true }]],
  ['end', [{ end: true }]],
  ['enter', [{ return: true }, { return: true, shift: true }]],
  ['backspace', [{ backspace: true, shift: true }]],
  ['alt-backspace', [{ backspace: true, meta: true }]],
  ['delete', [{ delete: true }]],
  ['shift-tab', [{ tab: true, shift: true }]],
  // Ink reports a lone escape like this.
  ['esc', [{ escape: true, meta: true }]],
])('%s is the key of %j', (name, keys) => {
  for (const key of keys) expect(toKeyPresses('', { ...none, ...key })).toEqual([{ name, text: '' }]);
});

test('control characters and letters with modifiers are keys', () => {
  const bytes = ['\r', '\n', '\t', '\x7f', '\x01', '\x1a'];
  expect(bytes.flatMap((byte) => names(byte))).toEqual('enter enter tab backspace ctrl-a ctrl-z'.split(' '));
  expect([...names('d', { ctrl: true }), ...names('b', { meta: true })]).toEqual(['ctrl-d', 'alt-b']);
});

test('an event that is no known key gives no key', () => {
  expect(names('ab', { ctrl: true })).toEqual([]);
  expect(names('', { meta: true })).toEqual([]);
  expect(names('\x00')).toEqual([]);
  expect(names('\x1b')).toEqual([]);
  expect(names('\ud83d')).toEqual([]);
  expect(toKeyPresses(' ', none)).toEqual([{ name: 'space', text: ' ' }]);
  expect(toKeyPresses('q', { ...none, eventType: 'press' })).toEqual([{ name: 'q', text: 'q' }]);
});
