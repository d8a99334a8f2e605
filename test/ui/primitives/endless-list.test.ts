import { describe, expect, test } from 'vitest';
import {
  chosenId,
  endlessWindow,
  type ListRows,
  listStart,
  moveList,
  placeList,
} from '../../../src/ui/primitives/list.ts';

/** A list of `count` rows of which those in [from, to) are loaded; counts how often a row is read. */
function endless(count: number, from: number, to: number, idOf = (index: number) => `id-${index}`) {
  const looked = { times: 0 };
  const list: ListRows = {
    count,
    idAt: (index) => {
      looked.times++;
      return index >= from && index < to ? idOf(index) : undefined;
    },
  };
  return { list, looked };
}

test('a row that is not loaded yet does not count as vanished, but no command acts on it', () => {
  const { list } = endless(100_000, 0, 50);
  const position = moveList(listStart, 'move.last', list, 20);
  expect(position).toEqual({ selectedId: undefined, index: 99_999, scroll: 99_980 });
  const placed = placeList(position ?? listStart, list, 20);
  expect(placed).toEqual({ index: 99_999, scroll: 99_980, vanished: false });
  expect(chosenId(list, placeList(position ?? listStart, list, 20))).toBeUndefined();
});

describe('the requested window', () => {
  test.each([
    [0, 20, undefined, { from: 0, to: 50 }],
    [0, 5, undefined, { from: 0, to: 25 }],
    [0, 20, 3, { from: 0, to: 25 }],
    [99_990, 20, 100_000, { from: 99_975, to: 100_000 }],
    // The list became shorter than the position of the selection.
    [5_000, 20, 60, { from: 25, to: 75 }],
  ])('for row %i with %i visible rows of %s is as listed', (scroll, height, count, expected) => {
    expect(endlessWindow(scroll, height, count)).toEqual(expected);
  });
});

test('a row that moved is searched for up to four hundred rows away in both directions', () => {
  const position = { selectedId: 'here', index: 1_000, scroll: 1_000 };
  const placed = (at: number) =>
    placeList(position, { count: 5_000, idAt: (index) => (index === at ? 'here' : `id-${index}`) }, 8);
  for (const at of [600, 999, 1_001, 1_400]) expect(placed(at)).toMatchObject({ index: at, vanished: false });
  for (const at of [599, 1_401]) expect(placed(at)).toMatchObject({ index: 1_000, vanished: true });
});
