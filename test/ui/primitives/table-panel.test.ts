import { expect, test } from 'vitest';
import { tablePanel } from '../../../src/ui/primitives/table.ts';

const rows = (count: number, empty?: string) =>
  tablePanel(
    {
      title: 'Servers',
      columns: [{ key: 'name', title: 'Name', width: 6, cell: (row: string) => row }],
      data: () => 'edge-1',
      count,
      scroll: 0,
      ...(empty !== undefined && { empty: [[{ text: empty }]] }),
    },
    { x: 0, y: 0, width: 20, height: 4 },
  ).map((line) => line.map(({ text }) => text).join(''));

test('a table without rows shows a message in their place, or its header alone', () => {
  expect(rows(0, 'No server.').slice(1, 3)).toEqual(['│ No server.       │', '│                  │']);
  expect(rows(0).slice(1, 3)).toEqual(['│ Name             │', '│                  │']);
});
