import type { Key } from 'ink';
import { expect, test } from 'vitest';
import { toKeyPresses } from '../../src/ui/keys.ts';

const none = {} as Key;
const names = (input: string, key: Partial<Key> = {}) =>
  toKeyPresses(input, { ...none, ...key }).map(({ name }) => name);

/** What is typed, and the names of the keys that it is. */
test.each<[string, string, Partial<Key>?]>([
  ['jjj', 'j j j'],
  ['\x15\x15', 'ctrl-u ctrl-u'],
  ['a\rb', 'a enter b'],
  ['é', 'é'],
  [' ', 'space'],
  ['\r\n\t\x7f\x01\x1a', 'enter enter tab backspace ctrl-a ctrl-z'],
  ['d', 'ctrl-d', { ctrl: true }],
  ['b', 'alt-b', { meta: true }],
  ['q', 'q', { eventType: 'press' }],
  ['q', '', { eventType: 'release' }],
  ['ab', '', { ctrl: true }],
  ['', '', { meta: true }],
  ...['\x00', '\x1b', '\x85', '\ud83d'].map((none): [string, string] => [none, '']),
])('%j is the keys ‘%s’ (%j)', (input, keys, key) => {
  expect(names(input, key).join(' ')).toBe(keys);
});

test('a grapheme and a space are typed as they are', () => {
  expect(toKeyPresses('é ', none).map(({ text }) => text)).toEqual(['é', ' ']);
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
