import { expect, test } from 'vitest';
import { csvTable, type TextColumn } from '../../../src/views/formats/text-table.ts';

type Row = { readonly name: string; readonly size: number };
const columns: readonly TextColumn<Row>[] = [
  { title: 'Name', text: ({ name }) => name },
  { title: 'Size', align: 'right', text: ({ size }) => `${size} MB`, value: ({ size }) => size },
];

test('values that a spreadsheet would execute or split are quoted', () => {
  const rows = ['=cmd()', 'a,"b"'].map((name, size) => ({ name, size }));
  expect(csvTable(columns, rows)).toEqual(['Name,Size', "'=cmd(),0", '"a,""b""",1']);
});
