import { expect, test } from 'vitest';
import { commands } from '../../src/actions/commands.ts';
import { createKeymap } from '../../src/actions/keymap.ts';
import { type ScreenName, tabNames } from '../../src/actions/screen-table.ts';

test('six keys open the tabs, and 0 the fleet where there is one', () => {
  const opened = (hasFleet: boolean) =>
    [...'1234560'].map((key) => createKeymap({}, 'live', [], hasFleet).lookup(key, 'servers'));
  const tabs = tabNames.map((name) => `screen.${name}`);
  expect(tabs).toHaveLength(6);
  expect(opened(false)).toEqual([...tabs, undefined]);
  expect(opened(true)).toEqual([...tabs, 'screen.fleet']);
});

test('no key has two meanings on a screen, and every command has its own id', () => {
  expect(() => createKeymap()).not.toThrow();
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
});

test('there are few keys: what is seldom wanted is a command of the palette', () => {
  const all = createKeymap({}, 'live', [], true).all;
  expect(new Set(commands.flatMap(({ keys }) => keys)).size).toBeLessThanOrEqual(48);
  expect(all.filter(({ keys, palette }) => keys.length === 0 && !palette)).toEqual([]);
});

test('a key may have one meaning while watching and another in a replay, and keys for watching do nothing there', () => {
  const [live, replay] = [createKeymap(), createKeymap({}, 'replay')];
  const meaning = (key: string) => [live, replay].map((map) => map.lookup(key, 'users'));
  expect([meaning('space'), meaning('r')]).toEqual([
    ['time.freeze', 'replay.play'],
    ['time.refresh', undefined],
  ]);
  for (const key of '[]{}?:qae') expect(live.lookup(key, 'users')).toBe(replay.lookup(key, 'users'));
  expect(live.all.some(({ id }) => id.startsWith('replay.'))).toBe(false);
  expect(replay.all.some(({ id }) => id === 'time.freeze')).toBe(false);
});

test('keys of a replay can be configured, and their conflicts are reported before the first replay', () => {
  const own = createKeymap({ 'replay.back': ['ctrl-t'] }, 'replay');
  expect(own.lookup('ctrl-t', 'journal')).toBe('replay.back');
  const both = createKeymap({ 'time.freeze': ['ctrl-p'], 'replay.play': ['ctrl-p'] });
  expect(both.lookup('ctrl-p', 'overview')).toBe('time.freeze');
  expect(() => createKeymap({ 'replay.back': ['?'] })).toThrow(/‘\?’ would mean both/);
});

test('a key of the screen counts before the general one', () => {
  const meanings = (['problems', 'users', 'overview'] as const).map((on) => createKeymap().lookup('a', on));
  expect(meanings).toEqual(['problem.acknowledge', 'action.add', undefined]);
});

test('keys of the user replace those of the table, and Ctrl-C always quits', () => {
  const keymap = createKeymap({ 'app.quit': ['Q'] });
  const quits = (key: string) => keymap.lookup(key, 'overview') === 'app.quit';
  expect([quits('Q'), quits('q'), quits('ctrl-c')]).toEqual([true, false, true]);
  expect(createKeymap({ 'app.quit': [] }).lookup('ctrl-c', 'overview')).toBe('app.quit');
  expect(() => createKeymap({ 'app.help': ['ctrl-c'] })).toThrow(/‘ctrl-c’/);
});

test.each([
  '',
  ' ',
  '\u0007',
  ...'ctrl- Ctrl+Q f1 jk shift-a shift-space alt-ctrl-up ctrl-alt-x upper'.split(' '),
])('‘%s’ is refused as a key', (key) => {
  expect(() => createKeymap({ 'app.quit': [key] })).toThrow(/app\.quit: .* is not a key/);
});

test.each([
  ...'Q ä 家 ctrl-x alt-b alt-up alt-left ctrl-right ctrl-alt-shift-down'.split(' '),
  ...'shift-pgdn alt-pgup ctrl-home shift-end alt-enter alt-esc ctrl-tab alt-backspace delete'.split(' '),
])('‘%s’ is accepted as a key', (key) => {
  expect(createKeymap({ 'app.quit': [key] }).lookup(key, 'overview')).toBe('app.quit');
});

test('a screen offers the general commands and its own, and those of no other screen', () => {
  const offered = (screen: ScreenName) =>
    createKeymap()
      .available(screen)
      .map(({ id }) => id);
  expect(offered('problems')).toEqual(expect.arrayContaining(['app.help', 'problem.acknowledge']));
  expect(offered('users')).toEqual(expect.arrayContaining(['app.help', 'action.add']));
  expect(offered('users')).not.toContain('problem.acknowledge');
  expect(offered('overview')).not.toContain('list.filter');
});

test('an unknown command, an unknown key and a conflict are reported with the commands concerned', () => {
  const refused = (own: Record<string, string[]>, words: RegExp, ...keys: readonly string[]) =>
    expect(() => createKeymap(own)).toThrow(
      expect.objectContaining({ name: 'KeymapError', message: expect.stringMatching(words), keys }),
    );
  refused({ 'app.fly': ['z'] }, /‘app\.fly’.*app\.quit/, 'app.fly');
  refused({ 'app.help': ['?', 'f1'] }, /f1/, 'app.help');
  refused({ 'app.quit': ['?'] }, /‘\?’.*app\.help.*app\.quit/, 'app.help', 'app.quit');
  refused({ 'list.view': ['a'] }, /‘a’/, 'list.view', 'action.add');
});

test('a key may have two meanings on two screens, or be removed', () => {
  const keymap = createKeymap({ 'journal.save': ['x'], 'action.delete': ['x'], 'app.copy': [] });
  const meanings = [
    keymap.lookup('x', 'journal'),
    keymap.lookup('x', 'users'),
    keymap.lookup('y', 'journal'),
  ];
  expect(meanings).toEqual(['journal.save', 'action.delete', undefined]);
  expect(keymap.all.find(({ id }) => id === 'app.copy')?.keys).toEqual([]);
  expect(() => createKeymap({ 'journal.save': ['x'], 'journal.wrap': ['x'] })).toThrow(/\(journal\)/);
});

test('all keys in force lead to their command, those of the user in the configured order', () => {
  const keymap = createKeymap({ 'app.quit': ['Q', 'ctrl-c', 'f'], 'list.state': ['F'] });
  expect(keymap.all.find(({ id }) => id === 'app.quit')?.keys).toEqual(['Q', 'ctrl-c', 'f']);
  for (const { id, keys, screens = ['overview'] as const } of keymap.all) {
    for (const screen of screens)
      expect(keys.map((key) => keymap.lookup(key, screen))).toEqual(keys.map(() => id));
  }
});
