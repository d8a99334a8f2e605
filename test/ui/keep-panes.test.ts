import { expect, test } from 'vitest';
import { keepPanes } from '../../src/ui/keep-panes.ts';
import type { Pane } from '../../src/ui/view.ts';

const pane = (id: string, ...rows: readonly string[]): Pane => ({
  id,
  rect: { x: 0, y: 0, width: 10, height: 2 },
  lines: rows.map((text) => [{ text, tone: 'dim' }]),
});

test('what says the same is the same object, down to the row', () => {
  const before = [pane('a', 'one', 'two'), pane('b', 'three')];
  const after = keepPanes(before, [pane('a', 'one', 'new'), pane('b', 'three')]);
  expect(after).toEqual([pane('a', 'one', 'new'), pane('b', 'three')]);
  expect(after[0]?.lines[0]).toBe(before[0]?.lines[0]);
  expect(after[1]).toBe(before[1]);
  expect(keepPanes(before, [pane('a', 'one', 'two'), pane('b', 'three')])).toBe(before);
});

test('another place, tone, cursor, order or number is a change', () => {
  const before = [pane('a', 'one'), pane('b', 'two')];
  const variants: Pane[][] = [
    [{ ...pane('a', 'one'), rect: { x: 1, y: 0, width: 10, height: 2 } }, pane('b', 'two')],
    [{ ...pane('a', 'one'), cursor: { x: 0, y: 0 } }, pane('b', 'two')],
    [{ ...pane('a', 'one'), lines: [[{ text: 'one', tone: 'crit' }]] }, pane('b', 'two')],
    [pane('b', 'two'), pane('a', 'one')],
    [pane('a', 'one')],
    [pane('a', 'one', 'more'), pane('b', 'two')],
  ];
  for (const next of variants) {
    expect(keepPanes(before, next)).not.toBe(before);
    expect(keepPanes(before, next)).toEqual(next);
  }
});
