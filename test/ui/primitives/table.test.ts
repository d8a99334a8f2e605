import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Line } from '../../../src/base/text.ts';
import { lineWidth } from '../../../src/base/width.ts';
import { type Column, placeColumns, table } from '../../../src/ui/primitives/table.ts';

interface Row {
  readonly name: string;
  readonly value: number;
}

const columns: Column<Row>[] = [
  { key: 'name', title: 'Name', width: 6, grow: 1, cell: (row) => row.name },
  { key: 'value', title: 'Value', width: 5, align: 'right', cell: (row) => String(row.value) },
  { key: 'extra', title: 'Extra', width: 8, rank: 2, cell: () => 'x' },
  { key: 'more', title: 'More', width: 8, rank: 1, cell: () => 'y' },
];

const text = (line: Line | undefined) => (line ?? []).map((span) => span.text).join('');

test('columns give way by rank until the rest fits; those without a rank never do', () => {
  const shown = (width: number) => placeColumns(columns, width, 1).map(({ column }) => column.key);
  expect(shown(40)).toEqual(['name', 'value', 'extra', 'more']);
  expect(shown(28)).toEqual(['name', 'value', 'more']);
  expect(shown(14)).toEqual(['name', 'value']);
  expect(shown(4)).toEqual(['name', 'value']);
});

test('what is left over goes to the columns that grow, to the last cell', () => {
  const placed = placeColumns(columns, 40, 1);
  expect(placed.reduce((sum, { width }) => sum + width, 0) + 3).toBe(40);
});

test('only the visible rows are asked for, however many there are', () => {
  const asked: number[] = [];
  const lines = table({
    columns,
    data: (index) => {
      asked.push(index);
      return { name: `row ${index}`, value: index };
    },
    count: 10_000,
    width: 40,
    height: 6,
    scroll: 5000,
    selected: 5001,
  });
  expect(lines).toHaveLength(6);
  expect(asked).toEqual([5000, 5001, 5002, 5003, 5004]);
  expect(text(lines[1])).toContain('row 5000');
});

test('the selected row is marked over its whole width, the others are not', () => {
  const lines = table({
    columns,
    data: () => ({ name: 'a', value: 1 }),
    count: 2,
    width: 40,
    height: 3,
    scroll: 0,
    selected: 1,
  });
  expect(lines[2]?.every((span) => span.on === 'select')).toBe(true);
  expect(lineWidth(lines[2] ?? [])).toBe(40);
  expect(lines[1]?.some((span) => span.on === 'select')).toBe(false);
});

test('a row that is not loaded yet is a placeholder, not an empty row', () => {
  const lines = table({ columns, data: () => undefined, count: 1, width: 40, height: 2, scroll: 0 });
  expect(text(lines[1])).toContain('…');
});

test('the column that sorts says so, and which way', () => {
  const sort = { key: 'value', descending: true };
  expect(
    text(table({ columns, data: () => undefined, count: 0, width: 40, height: 2, scroll: 0, sort })[0]),
  ).toContain('Valu▼');
});

test('no row is wider than its table, whatever is in it', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constant('漢字👩‍👩‍👧‍👦é'),
  );
  fc.assert(
    fc.property(anything, fc.integer({ min: 16, max: 90 }), (name, width) => {
      const lines = table({
        columns,
        data: () => ({ name, value: 1 }),
        count: 1,
        width,
        height: 2,
        scroll: 0,
        selected: 0,
      });
      for (const line of lines) expect(lineWidth(line)).toBeLessThanOrEqual(width);
    }),
    { numRuns: 300 },
  );
});
