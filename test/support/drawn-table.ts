import type { Line } from '../../src/base/text.ts';
import { defaultThresholds } from '../../src/triage/thresholds.ts';
import { table } from '../../src/ui/primitives/table.ts';
import {
  type AnyColumn,
  columnOrders,
  type ListColumn,
  orderWords,
  printColumns,
  screenColumns,
} from '../../src/views/lists/column.ts';

export const textOf = (line: Line = []): string => line.map(({ text }) => text).join('');

/** The text of a line with its tones, without spaces: `✖ LOST crit`. */
export const tonesOf = (line: Line): string[] =>
  line.filter(({ text }) => text.trim() !== '').map(({ text, tone = 'plain' }) => `${text.trim()} ${tone}`);

/** A table as the screens draw it, header first; `chosen` are the keys of the chosen columns. */
export function drawnTable<Item, Row, At>(
  columns: readonly ListColumn<Item, Row, At>[],
  at: At,
  rows: readonly Row[],
  width: number,
  chosen?: readonly string[],
): Line[] {
  const [count, height] = [rows.length, rows.length + 1];
  const data = (index: number) => rows[index];
  return table({ columns: screenColumns(columns, at, chosen), data, count, width, height, scroll: 0 });
}

/** The table of `snapshot --format table`, a row for each item, cells apart by `|`. */
export function printed<Item, Row, At>(
  columns: readonly ListColumn<Item, Row, At>[],
  items: readonly Item[],
): string[] {
  const all = printColumns(columns);
  const cellOf = (cell: { readonly text: string } | string) => (typeof cell === 'string' ? cell : cell.text);
  const titles = all.map(({ title, align }) => (align === 'right' ? `${title}>` : title));
  return [titles, ...items.map((item) => all.map(({ cell }) => cellOf(cell(item, defaultThresholds))))].map(
    (cells) => cells.join('|'),
  );
}

/** The names of each order in both directions, as `s` and `S` go through them. */
export function orderTable(columns: readonly AnyColumn[]): string[] {
  return columnOrders(columns).map((sort) => {
    const turned = { ...sort, descending: !sort.descending };
    return `${orderWords(columns, sort)} / ${orderWords(columns, turned)}`;
  });
}
