import { expect, test } from 'vitest';
import type { ServerRecord } from '../../../src/cluster/state.ts';
import * as cells from '../../../src/views/servers/heat-cells.ts';
import { serverRows } from '../../../src/views/servers/outline.ts';
import { textOf, tonesOf } from '../../support/drawn-table.ts';
import { calm } from '../../support/fake-services.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { record, server } from '../../triage/support.ts';

const { CELL_SIZES, gridScroll, heatCell, heatGrid, neighbourServer } = cells;
const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;

const bandwidth = { inBandwidth: { usage: 1e6, cap: null }, outBandwidth: { usage: 3e7, cap: 4e7 } };
const full = server('edge-1a', { serverStats: { cpuUsage: 30, memUsage: 40, ...bandwidth } });
const view = { state: sampleState(), triage: calm, now: sampleNow, display };
const drawn = (one: ServerRecord, size: number, changes: object = {}) =>
  heatCell({ ...view, ...changes }, one, CELL_SIZES[size] ?? { width: 1, height: 1 }).map(textOf);

test('a server shows more the more room it has', () => {
  const one = record(full, sampleNow);
  const bars = ['  cpu ━━╸──────  30%  ', '  mem ━━━╸─────  40%  ', '  out ━━━━━━━──  75%  '];
  const large = ['■ edge-1a             ', ...bars, ' '.repeat(22)];
  expect(CELL_SIZES.map((_, size) => drawn(one, size))).toEqual([
    large,
    ['■ edge-1a         ', '  out 75%         ', '                  '],
    ['■ 75% '],
    ['■ '],
    ['■'],
  ]);
  const bare = record(server('bare', { serverStats: null }), sampleNow);
  expect(drawn(bare, 0).slice(0, 2)).toEqual(['· bare                ', '  cpu              —  ']);
});

const load = (cpuUsage: number) => server('edge-1', { serverStats: { cpuUsage } });

test('the sign has the colour of the load, a little brighter for busy servers', () => {
  const tones = (changes: Partial<ServerRecord>, cpuUsage: number) =>
    heatCell(view, record(load(cpuUsage), sampleNow, changes), { width: 18, height: 3 }).map(tonesOf);
  const sign = (cpuUsage: number, changes: Partial<ServerRecord> = {}) => tones(changes, cpuUsage)[0]?.[0];
  const signs = [49, 50, 79, 80, 90, 97].map((cpu) => sign(cpu));
  expect(signs).toEqual(['■ faint', '■ dim', '■ dim', '■ bold', '▒ warn', '▓ crit']);
  expect([sign(10, { misses: 1 }), sign(10, { goneSince: sampleNow })]).toEqual(['? warn', '✖ crit']);
  expect(tones({}, 10)).toEqual([['■ faint', 'edge-1 plain'], ['cpu 10% dim'], []]);
  expect(tones({ goneSince: sampleNow }, 10)).toEqual([['✖ crit', 'edge-1 dim'], ['GONE crit'], []]);
});

/** Servers of groups with these sizes. */
const servers = (...sizes: readonly number[]) => {
  const ofGroup = (size: number, group: number) =>
    Array.from({ length: size }, (_, n) => record(server(`${group}-${n}`, { groupName: `G${group}` }), 0));
  return serverRows(sizes.flatMap(ofGroup), 'map', []);
};
/** The size of a cell, and the rows: groups by name, servers by number. */
const drawnGrid = (all: ReturnType<typeof servers>, width: number, height: number) => {
  const { size, rows } = heatGrid(all, width, height);
  return `${size.width}×${size.height}: ${rows.map(({ group, members }) => group ?? members.length).join(' ')}`;
};

test('servers are as large as possible with all of them visible, group by group', () => {
  const grids = [17, 12, 11, 8, 7].map((height) => drawnGrid(servers(3, 2), 80, height));
  expect(grids).toEqual(['26×5', '26×5', '20×3', '20×3', '6×1'].map((size) => `${size}: G0 3 G1 2`));
  expect(drawnGrid(servers(30, 20), 44, 4)).toEqual('1×1: G0 30 G1 20');
  expect(drawnGrid(servers(40, 20), 44, 4)).toEqual('1×1: G0 40 G1 20');
});

test('headings are dropped before servers, and signs stay in the smallest window', () => {
  expect(drawnGrid(servers(3, 2), 80, 3)).toEqual('6×1: 5');
  expect(drawnGrid(servers(3, 2), 2, 2)).toEqual('1×1: 2 2 1');
  expect(drawnGrid(servers(3, 2), 0, 2)).toBe('1×1: ');
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
