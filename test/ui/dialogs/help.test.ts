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

/** The pages after the first one. */
const screenPage = (hands: UiDriver) => hands.press('tab');

test('the first page fits the smallest usual window, and names what one needs on every screen', () => {
  for (const screen of ['overview', 'streams', 'journal'] as const) {
    const hands = open(screen);
    expect(part(hands)).toEqual([]);
    for (const key of ['enter', 'esc', '/', ':', '[', 'space', 'q']) {
      hands.sees(new RegExp(`│ ${key.replace(/[/[]/, '\\$&')} `));
    }
  }
});

test('Tab turns the pages: the screen, everywhere, other screens, words, and the first again', () => {
  const hands = open('journal');
  expect(sections(screenPage(hands))).toEqual(['On Journal']);
  hands.press('tab').sees('│ Everywhere ');
  expect(sections(hands.press('tab'))).not.toContain('On Journal');
  hands.press('tab').sees('│ Words ').press('tab').sees('The first keys').press('shift-tab').sees('│ Words ');
});

test('every command is on a page after the first', () => {
  const { runtime } = open();
  const titles = new Set<string>();
  for (let page = 1; page <= 3; page++) {
    const hands = open('streams', 240, 160);
    for (let turn = 0; turn < page; turn++) hands.press('tab');
    const { screen } = hands;
    for (const { title } of runtime.services.keymap.all) if (screen.includes(title)) titles.add(title);
  }
  const missing = runtime.services.keymap.all.filter(({ title }) => !titles.has(title));
  expect(missing).toEqual([]);
});

test('typing searches titles, keys, command names and words; every word must match', () => {
  const hands = open().type('FREEZE');
  hands
    .sees(/space +[^\n]*[Ff]reeze/)
    .lacks('On Streams')
    .sees(/┌─ Help ─+┐/);
  const none = open().type('freeze nonsense');
  none.sees('Nothing matches. Backspace widens the search.');
  expect(open().type('on journal').screen).toContain('On Journal');
});
