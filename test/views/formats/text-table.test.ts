import { expect, test } from 'vitest';
import { csvTable, type TextColumn } from '../../../src/views/formats/text-table.ts';

interface Row {
  readonly name: string;
  readonly size: number;
}
const columns: readonly TextColumn<Row>[] = [
  { title: 'Name', text: ({ name }) => name },
  { title: 'Size', align: 'right', text: ({ size }) => `${size} MB`, value: ({ size }) => size },
];

test('values that a spreadsheet would execute or split are quoted', () => {
  expect(
    csvTable(columns, [
      { name: '=cmd()', size: 1 },
      { name: 'a,"b"', size: 2 },
    ]),
  ).toEqual(['Name,Size', "'=cmd(),1", '"a,""b""",2']);
});
