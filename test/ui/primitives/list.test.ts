import { expect, test } from 'vitest';
import { listStart, moveList, placeList, scrollTo } from '../../../src/ui/primitives/list.ts';

const ids = Array.from({ length: 50 }, (_, index) => `id-${index}`);
const at = (id: string, index: number) => ({ selectedId: id, index, scroll: 0 });

test('the selection follows its item through any order', () => {
  const position = moveList(listStart, 'move.down', ids, 10);
  expect(position?.selectedId).toBe('id-1');
  const reversed = [...ids].reverse();
  expect(placeList(position ?? listStart, reversed, 10).index).toBe(48);
});

test('what is selected stays in sight after the order changed', () => {
  const { index, scroll } = placeList(at('id-40', 0), ids, 10);
  expect(index).toBe(40);
  expect(index >= scroll && index < scroll + 10).toBe(true);
});

test('a selection that vanished says so and stays about where it was', () => {
  const placed = placeList(
    at('id-3', 3),
    ids.filter((id) => id !== 'id-3'),
    10,
  );
  expect(placed).toMatchObject({ vanished: true, index: 3 });
});

test('nothing selected is not the same as something vanished', () => {
  expect(placeList(listStart, ids, 10).vanished).toBe(false);
});

test('moving stops at both ends, and an empty list has no selection', () => {
  expect(moveList(at('id-0', 0), 'move.up', ids, 10)?.selectedId).toBe('id-0');
  expect(moveList(at('id-0', 0), 'move.last', ids, 10)?.selectedId).toBe('id-49');
  expect(moveList(at('id-48', 48), 'move.pageDown', ids, 10)?.selectedId).toBe('id-49');
  expect(moveList(listStart, 'move.down', [], 10)?.selectedId).toBeUndefined();
});

test('a command that does not move is left to others', () => {
  expect(moveList(listStart, 'app.copy', ids, 10)).toBeUndefined();
});

test('scrolling is the least that shows the row, and leaves no blank rows at the end', () => {
  expect(scrollTo(0, 12, 50, 10)).toBe(3);
  expect(scrollTo(20, 12, 50, 10)).toBe(12);
  expect(scrollTo(45, 49, 50, 10)).toBe(40);
  expect(scrollTo(5, 2, 3, 10)).toBe(0);
});
