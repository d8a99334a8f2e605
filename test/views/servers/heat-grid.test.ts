import { expect, test } from 'vitest';
import { gridScroll, heatGrid, neighbourServer } from '../../../src/views/servers/heat-cells.ts';
import { serverRows } from '../../../src/views/servers/outline.ts';
import { record, server } from '../../triage/support.ts';

const at = 0;
/** Servers of two groups with these sizes. */
const servers = (...sizes: readonly number[]) =>
  serverRows(
    sizes.flatMap((size, group) =>
      Array.from({ length: size }, (_, index) =>
        record(server(`${group}-${index}`, { groupName: `G${group}` }), at),
      ),
    ),
    'map',
    [],
  );
/** The size of a cell, and the rows: groups by name, servers by number. */
const drawn = (all: ReturnType<typeof servers>, width: number, height: number) => {
  const { size, rows } = heatGrid(all, width, height);
  return `${size.width}×${size.height}: ${rows.map(({ group, members }) => group ?? members.length).join(' ')}`;
};

test('servers are as large as possible with all of them visible, group by group', () => {
  const all = servers(3, 2);
  expect([17, 12, 11, 8, 7].map((height) => drawn(all, 80, height))).toEqual([
    '26×5: G0 3 G1 2',
    '26×5: G0 3 G1 2',
    '20×3: G0 3 G1 2',
    '20×3: G0 3 G1 2',
    '6×1: G0 3 G1 2',
  ]);
  expect(drawn(servers(30, 20), 44, 4)).toEqual('1×1: G0 30 G1 20');
  expect(drawn(servers(40, 20), 44, 4)).toEqual('1×1: G0 40 G1 20');
});

test('headings are dropped before servers, and signs stay in the smallest window', () => {
  expect(drawn(servers(3, 2), 80, 3)).toEqual('6×1: 5');
  expect(drawn(servers(3, 2), 2, 2)).toEqual('1×1: 2 2 1');
  expect(drawn(servers(3, 2), 0, 2)).toBe('1×1: ');
});

test('up and down lead to the server in the same column, or the last of a shorter row', () => {
  const grid = heatGrid(servers(3, 2), 50, 40);
  expect([0, 1, 2, 3, 4].map((index) => neighbourServer(grid, index, 1))).toEqual([2, 2, 3, 3, 4]);
  expect([0, 1, 2, 3, 4].map((index) => neighbourServer(grid, index, -1))).toEqual([0, 1, 0, 2, 2]);
});

test('the row of the selected server is completely visible', () => {
  const grid = heatGrid(servers(3, 2), 80, 18);
  expect([0, 2, 3, 4].map((index) => gridScroll(grid, index, 10))).toEqual([0, 0, 2, 2]);
  expect([0, 2, 3, 4].map((index) => gridScroll(grid, index, 18))).toEqual([0, 0, 0, 0]);
  expect(gridScroll(grid, 4, 1)).toEqual(3);
});
