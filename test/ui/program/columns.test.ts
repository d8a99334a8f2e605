import { expect, test } from 'vitest';
import { openScreen } from '../open-screen.ts';

function open() {
  const hands = openScreen('servers').hands.press(':columns');
  /** The first entries of the menu, with the mark of visible columns. */
  const menu = (count = 4) => {
    const entries = hands.rows('dialog.menu').map((row) => /^│ ([● ]) ([a-z][a-z ]*) │/.exec(row));
    return entries.flatMap((entry) => (entry ? [`${entry[1]}${entry[2]?.trim()}`] : [])).slice(0, count);
  };
  return { hands, menu };
}

test('> and < move a column, and the selection follows it', () => {
  const { hands, menu } = open();
  hands.press('>', '>');
  expect(menu()).toEqual(['●state', '●heat', '●server', '●servers']);
  hands.press('<');
  expect(menu()).toEqual(['●state', '●server', '●heat', '●servers']);
});

test('space hides a column and shows it again behind the others; a hidden one cannot be moved', () => {
  const { hands, menu } = open();
  hands.press('j', 'space');
  const hidden = menu(20);
  expect(hidden.slice(0, 2)).toEqual(['●server', '●heat']);
  expect(hidden.filter((label) => label.startsWith(' '))).toEqual([' state', ' of cap']);
  hands.press('<');
  expect(menu(20)).toEqual(hidden);
  hands.press('space');
  expect(menu(20).slice(-2)).toEqual(['●state', ' of cap']);
});

test('the last visible column cannot be hidden', () => {
  const { hands, menu } = open();
  for (let press = 0; press < 30; press++) hands.press('space', 'home');
  expect(menu(20).filter((label) => label.startsWith('●'))).toHaveLength(1);
});
