import { expect, test } from 'vitest';
import { chosenId, listStart, moveList, placeList, scrollTo } from '../../../src/ui/primitives/list.ts';

const ids = Array.from({ length: 50 }, (_, index) => `id-${index}`);
const at = (id: string, index: number) => ({ selectedId: id, index, scroll: 0 });

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

test.each([
  [
    'move.down',
    [
      [10, 21],
      [1, 21],
    ],
  ],
  [
    'move.up',
    [
      [10, 19],
      [1, 19],
    ],
  ],
  [
    'move.pageDown',
    [
      [10, 29],
      [1, 21],
      [40, 49],
    ],
  ],
  [
    'move.pageUp',
    [
      [10, 11],
      [1, 19],
      [40, 0],
    ],
  ],
  [
    'move.halfDown',
    [
      [10, 25],
      [1, 21],
    ],
  ],
  [
    'move.halfUp',
    [
      [10, 15],
      [1, 19],
    ],
  ],
  [
    'move.first',
    [
      [10, 0],
      [1, 0],
    ],
  ],
  [
    'move.last',
    [
      [10, 49],
      [1, 49],
    ],
  ],
] as const)('%s leads from row 20, with so many visible rows, to %j', (command, steps) => {
  for (const [height, row] of steps) {
    const moved = { selectedId: `id-${row}`, index: row };
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
