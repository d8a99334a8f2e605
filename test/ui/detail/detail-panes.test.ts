import { expect, test } from 'vitest';
import { scrolledPane } from '../../../src/ui/detail/detail-panes.ts';
import { textOf } from '../../support/drawn-table.ts';

/** The top border of a pane of twelve rows, two of them in sight. */
function border(title: string, width: number, scroll = 0): string {
  const lines = Array.from({ length: 12 }, (_, row) => [{ text: `row ${row}` }]);
  const facts = { x: 0, y: 0, width, height: 4 };
  const [top = []] = scrolledPane({ id: 'test', title, stale: undefined, lines, facts, scroll }).lines;
  return textOf(top);
}

test.each([
  ['Stream a', 40, 0, /^┌─ Stream a ─+ 1–2 of 12 ─┐$/],
  ['Stream a', 40, 99, /^┌─ Stream a ─+ 11–12 of 12 ─┐$/],
  ['Stream city-hall-3', 35, 0, /^┌─ Stream city-hall-3 ─+ 2\/12 ─┐$/],
  ['Stream city-council-wide-3 of the north', 38, 0, /^┌─ Stream .*….* ─+ 2\/12 ─┐$/],
])('%s in %i columns shows that there is more', (title, width, scroll, expected) => {
  expect(border(title, width, scroll)).toMatch(expected);
  expect(border(title, width, scroll)).toHaveLength(width);
});
