import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineWidth } from '../../../src/base/width.ts';
import { placeColumns, type TableOptions, table } from '../../../src/ui/primitives/table.ts';
import type { Column } from '../../../src/views/lists/column.ts';
import { textOf } from '../../support/drawn-table.ts';

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

test('no row is wider than its table, whatever its content', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constant('漢字👩‍👩‍👧‍👦é'),
  );
  fc.assert(
    fc.property(anything, fc.integer({ min: 16, max: 90 }), (name, width) => {
      const data = () => ({ name, value: 1 });
      const lines = table({ columns, data, count: 1, width, height: 2, scroll: 0, selected: 0 });
      for (const line of lines) expect(lineWidth(line)).toBeLessThanOrEqual(width);
    }),
    { numRuns: 300 },
  );
});

/** A table of two rows with the first one selected, unless a test says otherwise. */
const drawn = (options: Partial<TableOptions<Row>> = {}) =>
  table({
    columns: columns.slice(0, 2),
    data: (index) => ({ name: `edge-${index}`, value: index }),
    count: 2,
    width: 15,
    height: 3,
    scroll: 0,
    selected: 0,
    ...options,
  });

test('cells are below their titles, numbers on the right, with padding between columns', () => {
  expect(drawn().map(textOf)).toEqual(['Name      Value', 'edge-0        0', 'edge-1        1']);
  expect(drawn({ width: 12 })[0]?.map((span) => span.text)).toEqual(['Name', '  ', ' ', 'Value']);
});

const wide = (key: string, more: Partial<Column<Row>> = {}): Column<Row> => ({
  key,
  title: key,
  width: 5,
  cell: () => key,
  ...more,
});

test('of columns with the same rank the last one is dropped first', () => {
  const shown = (width: number, ...all: Column<Row>[]) =>
    placeColumns(all, width).map(({ column }) => column.key);
  const [b, c] = [wide('b', { rank: 1 }), wide('c', { rank: 1 })];
  expect(shown(11, wide('a'), b, c)).toEqual(['a', 'b']);
  expect(shown(11, wide('a'), wide('b', { rank: 2 }), c)).toEqual(['a', 'c']);
  expect(shown(3, wide('a', { rank: 1 }))).toEqual(['a']);
  expect(shown(17, wide('a'), b, c)).toEqual(['a', 'b', 'c']);
});

test('the header shows the sort column and direction, and a click on it sorts', () => {
  const header = (descending: boolean) => drawn({ sort: { key: 'value', descending } })[0] ?? [];
  expect([textOf(header(true)), textOf(header(false))]).toEqual(['Name      Valu▼', 'Name      Valu▴']);
  const titles = header(true).filter((span) => span.text.trim() !== '');
  expect(titles.map(({ tone, link }) => [tone, link])).toEqual([
    ['dim', { kind: 'sort', key: 'name' }],
    ['accent', { kind: 'sort', key: 'value' }],
  ]);
  expect(drawn()[0]?.some(({ link }) => link)).toBe(false);
});
