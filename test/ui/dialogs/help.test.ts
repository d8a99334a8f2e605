import { expect, test } from 'vitest';
import type { ScreenName } from '../../../src/actions/screen-table.ts';
import { sampleState } from '../../support/sample-state.ts';
import type { UiDriver } from '../../support/ui-driver.ts';
import { openScreen } from '../open-screen.ts';

function open(screen: ScreenName = 'streams', columns = 80, rows = 24): UiDriver {
  return openScreen(screen, sampleState(), { size: { columns, rows } }).hands.press('?');
}

/** The titles of the visible sections. */
const sections = (hands: UiDriver) =>
  [...hands.screen.matchAll(/│ (On [A-Z]\w+) +│/g)].map(([, title]) => title);

test('the first page fits the smallest usual window, and names what one needs on every screen', () => {
  for (const screen of ['overview', 'streams', 'journal'] as const) {
    const hands = open(screen);
    hands.sees(/┌─ Help ─+┐/, ...['enter', 'esc', '/', ':', '[', 'space', 'q'].map((key) => `│ ${key} `));
  }
});

test('Tab turns the pages: the screen, everywhere, other screens, words, and the first again', () => {
  const hands = open('journal');
  expect(sections(hands.press('tab'))).toEqual(['On Journal']);
  hands.press('tab').sees('│ Everywhere ');
  expect(sections(hands.press('tab'))).not.toContain('On Journal');
  hands.press('tab').sees('│ Words ').press('tab').sees('The first keys').press('shift-tab').sees('│ Words ');
});

test('every command is on a page after the first', () => {
  const hands = open('streams', 240, 160);
  let pages = '';
  for (let page = 1; page <= 3; page++) pages += hands.press('tab').screen;
  const missing = hands.runtime.services.keymap.all.filter(({ title }) => !pages.includes(title));
  expect(missing).toEqual([]);
});

test('typing searches titles, keys, command names and words; every word must match', () => {
  const found = open().type('FREEZE');
  found.sees(/space +[^\n]*[Ff]reeze/, /┌─ Help ─+┐/).lacks('On Streams');
  open().type('freeze nonsense').sees('Nothing matches. Backspace widens the search.');
  open().type('on journal').sees('On Journal');
});
