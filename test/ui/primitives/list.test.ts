import { expect, test } from 'vitest';
import {
  chosenId,
  endlessWindow,
  type ListRows,
  listStart,
  moveList,
  placeList,
  scrollTo,
} from '../../../src/ui/primitives/list.ts';

const ids = Array.from({ length: 50 }, (_, index) => `id-${index}`);
const at = (id: string, index: number) => ({ selectedId: id, index, scroll: 0 });

test('a selection that vanished says so and stays near its place', () => {
  const left = ids.filter((id) => id !== 'id-3');
  expect(placeList(at('id-3', 3), left, 10)).toMatchObject({ vanished: true, index: 3 });
});

test('until a key chose a row the top row is selected, whichever it is; then the row keeps the selection', () => {
  const swapped = ['id-1', 'id-0', ...ids.slice(2)];
  expect(chosenId(swapped, placeList(listStart, swapped, 10))).toBe('id-1');
  const chosen = moveList(listStart, 'move.first', ids, 10) ?? listStart;
  expect(chosenId(swapped, placeList(chosen, swapped, 10))).toBe('id-0');
});

/** The row that a command leads to from row 20, by the number of visible rows: 10, 1 and 40. */
test.each([
  ['move.down', 21, 21, 21],
  ['move.up', 19, 19, 19],
  ['move.pageDown', 29, 21, 49],
  ['move.pageUp', 11, 19, 0],
  ['move.halfDown', 25, 21, 40],
  ['move.halfUp', 15, 19, 0],
  ['move.first', 0, 0, 0],
  ['move.last', 49, 49, 49],
] as const)('%s leads to %i, %i and %i', (command, ...rows) => {
  for (const [index, height] of [10, 1, 40].entries()) {
    const moved = { selectedId: `id-${rows[index]}`, index: rows[index] };
    expect(moveList(at('id-20', 20), command, ids, height)).toMatchObject(moved);
  }
  expect(moveList(listStart, command, [], 10)?.selectedId).toBeUndefined();
});

test('a list scrolls as soon as the row below the last visible one is selected', () => {
  expect(scrollTo(0, 9, 50, 10)).toBe(0);
  expect(scrollTo(0, 10, 50, 10)).toBe(1);
  expect(scrollTo(1, 1, 50, 10)).toBe(1);
  expect(scrollTo(4, 5, 50, 0)).toBe(5);
});

test('a row that is not loaded yet does not count as vanished, but no command acts on it', () => {
  const list: ListRows = { count: 100_000, idAt: (index) => (index < 50 ? `id-${index}` : undefined) };
  const position = moveList(listStart, 'move.last', list, 20);
  expect(position).toEqual({ selectedId: undefined, index: 99_999, scroll: 99_980 });
  const placed = placeList(position ?? listStart, list, 20);
  expect(placed).toEqual({ index: 99_999, scroll: 99_980, vanished: false });
  expect(chosenId(list, placeList(position ?? listStart, list, 20))).toBeUndefined();
});

test.each([
  [0, 20, undefined, { from: 0, to: 50 }],
  [0, 5, undefined, { from: 0, to: 25 }],
  [0, 20, 3, { from: 0, to: 25 }],
  [99_990, 20, 100_000, { from: 99_975, to: 100_000 }],
  // The list became shorter than the position of the selection.
  [5_000, 20, 60, { from: 25, to: 75 }],
])('the window for row %i with %i visible rows of %s is as listed', (scroll, height, count, expected) => {
  expect(endlessWindow(scroll, height, count)).toEqual(expected);
});

test('a row that moved is searched for up to four hundred rows away in both directions', () => {
  const position = { selectedId: 'here', index: 1_000, scroll: 1_000 };
  const placed = (at: number) =>
    placeList(position, { count: 5_000, idAt: (index) => (index === at ? 'here' : `id-${index}`) }, 8);
  for (const at of [600, 999, 1_001, 1_400]) expect(placed(at)).toMatchObject({ index: at, vanished: false });
  for (const at of [599, 1_401]) expect(placed(at)).toMatchObject({ index: 1_000, vanished: true });
});
