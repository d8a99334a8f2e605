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

test.each<[string, Partial<Key>, string]>([
  ['', { upArrow: true }, 'up'],
  ['', { downArrow: true }, 'down'],
  ['', { return: true }, 'enter'],
  ['', { tab: true, shift: true }, 'shift-tab'],
  ['d', { ctrl: true }, 'ctrl-d'],
  ['b', { meta: true }, 'alt-b'],
  ['', { leftArrow: true }, 'left'],
  ['', { rightArrow: true, ctrl: true }, 'ctrl-right'],
  ['', { leftArrow: true, meta: true }, 'alt-left'],
  ['', { upArrow: true, shift: true }, 'shift-up'],
  ['', { upArrow: true, ctrl: true, meta: true, shift: true }, 'ctrl-alt-shift-up'],
  ['', { pageDown: true }, 'pgdn'],
  ['', { pageUp: true }, 'pgup'],
  ['', { home: true }, 'home'],
  ['', { end: true }, 'end'],
  ['', { return: true, shift: true }, 'enter'],
  ['', { backspace: true, shift: true }, 'backspace'],
  ['', { backspace: true, meta: true }, 'alt-backspace'],
  ['', { delete: true }, 'delete'],
  // Ink reports a lone escape like this.
  ['', { escape: true, meta: true }, 'esc'],
  ['\r', {}, 'enter'],
  ['\n', {}, 'enter'],
  ['\t', {}, 'tab'],
  ['\x7f', {}, 'backspace'],
  ['\x01', {}, 'ctrl-a'],
  ['\x1a', {}, 'ctrl-z'],
])('%j with %j is the key %s', (input, key, name) => {
  expect(toKeyPresses(input, { ...none, ...key })).toEqual([{ name, text: '' }]);
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
