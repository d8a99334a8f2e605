import { expect, test } from 'vitest';
import type { ScreenName } from '../../../src/actions/screen-table.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

function open(screen: ScreenName = 'streams', columns = 80, rows = 24): UiDriver {
  return new UiDriver(fakeServices(sampleState()), { columns, rows }, screen).press('?');
}

/** The visible rows by the title: first, last, all. */
function part(hands: UiDriver): number[] {
  return /Help \((\d+)–(\d+) of (\d+)\)/.exec(hands.screen)?.slice(1).map(Number) ?? [];
}

/** The titles of the visible sections. */
const sections = (hands: UiDriver) =>
  [...hands.screen.matchAll(/│ (On [A-Z]\w+) +│/g)].map(([, title]) => title);

test('help begins with the keys of the screen and says which part of the text is shown', () => {
  const hands = open();
  expect(part(hands).slice(0, 2)).toEqual([1, 18]);
  expect(hands.screen.indexOf('On Streams')).toBeGreaterThan(0);
  expect(hands.screen).toMatch(/m +[^\n]*atch/);
  expect(sections(open('journal'))[0]).toBe('On Journal');
});

test('arrows and page keys scroll and stop at the ends; other keys type a search', () => {
  const hands = open();
  const [, , all = 0] = part(hands);
  expect(part(hands.press('up'))).toEqual([1, 18, all]);
  expect(part(hands.press('down', 'down'))).toEqual([3, 20, all]);
  expect(part(hands.press('pgdn'))).toEqual([12, 29, all]);
  expect(part(hands.press('pgup'))).toEqual([3, 20, all]);
  for (let page = 0; page < 40; page++) hands.press('pgdn');
  expect(part(hands)).toEqual([all - 17, all, all]);
  hands.type('freeze');
  expect(hands.screen).toContain('Search: freeze');
});

test('typing searches titles, keys, command names and words; every word must match', () => {
  const hands = open().type('FREEZE');
  expect(hands.screen).toMatch(/space +[^\n]*[Ff]reeze/);
  expect(hands.screen).not.toContain('On Streams');
  expect(hands.screen).toMatch(/┌─ Help ─+┐/);
  const none = open().type('freeze nonsense');
  expect(none.screen).toContain('Nothing matches. Backspace widens the search.');
  expect(open().type('on journal').screen).toContain('On Journal');
});

test('a search scrolls to the first row', () => {
  const hands = open().press('pgdn', 'pgdn').type('o');
  expect(part(hands)[0]).toBe(1);
});

test('commands are in columns in a wide window', () => {
  const first = (columns: number) => part(open('streams', columns, 24))[2] ?? 0;
  expect(first(150)).toBeLessThan(first(80));
});

test.each(['esc', 'enter', 'ctrl-c'])('%s closes help', (key) => {
  const hands = open().press(key);
  expect(hands.dialogs).toEqual([]);
  expect(hands.quits).toBe(0);
});
