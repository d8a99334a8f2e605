import { expect, test } from 'vitest';
import { createKeymap } from '../../src/actions/keymap.ts';

test('a key may have one meaning while watching and another in a replay', () => {
  const live = createKeymap();
  const replay = createKeymap({}, 'replay');
  expect([live.lookup('space', 'overview'), replay.lookup('space', 'overview')]).toEqual([
    'time.freeze',
    'replay.play',
  ]);
  expect(live.all.some(({ id }) => id.startsWith('replay.'))).toBe(false);
  expect(replay.all.some(({ id }) => id === 'time.freeze')).toBe(false);
});

test('keys for watching do nothing in a replay', () => {
  const live = createKeymap();
  const replay = createKeymap({}, 'replay');
  const meaning = (keys: string) =>
    [...keys].map((key) => [live, replay].map((map) => map.lookup(key, 'users')));
  expect(meaning('r')).toEqual([['time.refresh', undefined]]);
  for (const [watched, played] of meaning('[]{}?:qae')) expect(played).toBe(watched);
});

test('keys of a replay can be configured, and their conflicts are reported before the first replay', () => {
  expect(createKeymap({ 'replay.back': ['ctrl-t'] }, 'replay').lookup('ctrl-t', 'journal')).toBe(
    'replay.back',
  );
  expect(
    createKeymap({ 'time.freeze': ['ctrl-p'], 'replay.play': ['ctrl-p'] }).lookup('ctrl-p', 'overview'),
  ).toBe('time.freeze');
  expect(() => createKeymap({ 'replay.back': ['?'] })).toThrow(/‘\?’ would mean both/);
});
