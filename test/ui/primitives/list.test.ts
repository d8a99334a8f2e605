import { expect, test } from 'vitest';
import {
  chosenId,
  listStart,
  moveList,
  placeList,
  scrollTo,
  selectedRow,
} from '../../../src/ui/primitives/list.ts';

const ids = Array.from({ length: 50 }, (_, index) => `id-${index}`);
const at = (id: string, index: number) => ({ selectedId: id, index, scroll: 0 });

test('the selection stays on its item in any order', () => {
  const position = moveList(listStart, 'move.down', ids, 10);
  expect(position?.selectedId).toBe('id-1');
  const reversed = [...ids].reverse();
  expect(placeList(position ?? listStart, reversed, 10).index).toBe(48);
});

test('a selection that vanished says so and stays near its place', () => {
  const placed = placeList(
    at('id-3', 3),
    ids.filter((id) => id !== 'id-3'),
    10,
  );
  expect(placed).toMatchObject({ vanished: true, index: 3 });
});

test('until a key chose a row the top row is selected, whichever it is; then the row keeps the selection', () => {
  const swapped = ['id-1', 'id-0', ...ids.slice(2)];
  expect(chosenId(swapped, placeList(listStart, swapped, 10))).toBe('id-1');
  const chosen = moveList(listStart, 'move.first', ids, 10) ?? listStart;
  expect(chosenId(swapped, placeList(chosen, swapped, 10))).toBe('id-0');
});

test('moving stops at both ends, and an empty list has no selection', () => {
  expect(moveList(at('id-0', 0), 'move.up', ids, 10)?.selectedId).toBe('id-0');
  expect(moveList(at('id-0', 0), 'move.last', ids, 10)?.selectedId).toBe('id-49');
  expect(moveList(at('id-48', 48), 'move.pageDown', ids, 10)?.selectedId).toBe('id-49');
  expect(moveList(listStart, 'move.down', [], 10)?.selectedId).toBeUndefined();
});

test.each([
  ['move.down', 10, 21],
  ['move.up', 10, 19],
  ['move.pageDown', 10, 29],
  ['move.pageUp', 10, 11],
  ['move.halfDown', 10, 25],
  ['move.halfUp', 10, 15],
  ['move.first', 10, 0],
  ['move.last', 10, 49],
  // With a single visible row a page and half a page are that row.
  ['move.pageDown', 1, 21],
  ['move.pageUp', 1, 19],
  ['move.halfDown', 1, 21],
  ['move.halfUp', 1, 19],
] as const)('%s with %i visible rows leads from row 20 to row %i', (command, height, row) => {
  expect(moveList(at('id-20', 20), command, ids, height)).toMatchObject({
    selectedId: `id-${row}`,
    index: row,
  });
});

test('a list scrolls as soon as the row below the last visible one is selected', () => {
  expect(scrollTo(0, 9, 50, 10)).toBe(0);
  expect(scrollTo(0, 10, 50, 10)).toBe(1);
  expect(scrollTo(1, 1, 50, 10)).toBe(1);
  expect(scrollTo(4, 5, 50, 0)).toBe(5);
});

test('nothing looks selected when the item vanished', () => {
  expect(selectedRow(placeList(at('id-7', 3), ids, 10))).toBe(7);
  expect(selectedRow(placeList(at('gone', 3), ids, 10))).toBeUndefined();
});
