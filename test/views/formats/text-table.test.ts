import { expect, test } from 'vitest';
import { csvTable, type TextColumn, textTable } from '../../../src/views/formats/text-table.ts';

interface Row {
  readonly name: string;
  readonly size: number;
}
const columns: readonly TextColumn<Row>[] = [
  { title: 'Name', text: ({ name }) => name },
  { title: 'Size', align: 'right', text: ({ size }) => `${size} MB`, value: ({ size }) => size },
];

test('columns are aligned, with wide characters counted by their cells', () => {
  expect(
    textTable(columns, [
      { name: '映画', size: 5 },
      { name: 'a', size: 1_234 },
    ]),
  ).toEqual(['Name     Size', '映画     5 MB', 'a     1234 MB']);
});

test('values that a spreadsheet would execute or split are quoted', () => {
  expect(
    csvTable(columns, [
      { name: '=cmd()', size: 1 },
      { name: 'a,"b"', size: 2 },
    ]),
  ).toEqual(['Name,Size', "'=cmd(),1", '"a,""b""",2']);
});
