import { expect, test } from 'vitest';
import type { ServerRecord } from '../../../src/cluster/state.ts';
import type { Server } from '../../../src/protocol/topology.ts';
import { jsonRow } from '../../../src/views/lists/column.ts';
import { serverColumns } from '../../../src/views/servers/columns.ts';
import { type ServersMode, serverRows } from '../../../src/views/servers/outline.ts';
import { drawnTable, printed, textOf } from '../../support/drawn-table.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';

/** Local time, which is cut in a narrow column. */
const TIME = /\d\d:\d\d:\d\d/;

const record = (name: string, own: Partial<Server>, rest: Partial<ServerRecord> = {}): ServerRecord => {
  const server = { serverName: name, ...own };
  return { name, server, lastSeen: sampleNow, misses: 0, goneSince: undefined, ...rest };
};
const stats = (cpuUsage: number, out: number, cap: number | null) => {
  const bandwidth = { inBandwidth: { usage: out / 10, cap: null }, outBandwidth: { usage: out, cap } };
  return { cpuUsage, memUsage: cpuUsage / 2, ...bandwidth };
};
const counts = { viewers: { count: 800, cap: 1000 }, streams: { count: 3, cap: null } };
const applications = [{ name: 'live', type: 'edge', ...counts }];

const european = { groupName: 'Europe', clusterManager: false, applications };
const edge = record('edge-1a', { ...european, serverStats: stats(42, 1e8, 4e8) });
const manager = record('cm-1', { groupName: 'Europe', clusterManager: true, serverStats: stats(95, 0, 0) });
const asian = { groupName: 'Asia', clusterManager: false, serverStats: stats(50, 3e8, 4e8) };
const lost = record('edge-1b', asian, { misses: 3, goneSince: sampleNow - 125_000 });
const state = sampleState();
const view = sampleView(state);

function drawn(width: number, mode: ServersMode, records: readonly ServerRecord[] = [edge, manager]) {
  const rows = serverRows(records, mode, []);
  return drawnTable(serverColumns, { view, width, rows }, rows, width).map((line) =>
    textOf(line).replace(TIME, 'hh:mm:ss').trimEnd(),
  );
}

test('a narrow table keeps name, load and CPU; a wide one has limits, roles, groups and trends', () => {
  expect(drawn(40, 'list')).toEqual([
    'Server             Load      CPU',
    '  edge-1a          cpu 42%   42% ━━━────',
    '  cm-1 manager     cpu 95%   95% ━━━━━━╸',
  ]);
  expect(drawn(80, 'list')).toEqual([
    'Server        Load      CPU         Mem       In bit/s     Out bit/s     Viewers',
    '  edge-1a     cpu 42%   42% ━━╸───  21% ━────    80.0M          800M ━──     800',
    '  cm-1        cpu 95%   95% ━━━━━╸  48% ━━╸──        0     blocked             —',
  ]);
  expect(drawn(200, 'list')).toEqual([
    'Server                   Load     Role      Group       CPU              Mem            In bit/s                    Out bit/s                    Viewers Streams CPU, 3 min          Out, 3 min',
    '  edge-1a                cpu 42%  edge      Europe      42% ━━━━╸──────  21% ━━────────    80.0M/∞                       800M/3.20G   ━━╸───────     800       3 ──────────────────  ──────────────────',
    '  cm-1 manager           cpu 95%  manager   Europe      95% ━━━━━━━━━━╸  48% ━━━━━─────        0/∞                          0/blocked ━━━━━━━━━━       —       — ▇▇▇▇▇▇▆▆▆▆▆▅▅▅▅▄▄▄  ──────────────────',
  ]);
});

test('groups show the number of their servers, and their greatest CPU', () => {
  expect(drawn(59, 'groups')).toEqual([
    'Server       Load     Servers  CPU     Out bit/s    Viewers',
    '  ▾ Europe                  2  69%≤95%      800M ╸─     800',
    '    edge-1a  cpu 42%           42% ━╸─      800M ╸─     800',
    '    cm-1     cpu 95%           95% ━━━ blocked            —',
  ]);
  expect(drawn(110, 'groups', [lost, edge, manager])).toEqual([
    'Server            State                    Load     Servers  CPU             Mem        Out bit/s      Viewers',
    '  ▾ Asia          1 GONE                                  0    —               —                —            —',
    '    edge-1b       GONE 2m 05s, last known  was 75%           50% ━━━━━─────  25% ━╸────     2.40G ━━━─       —',
    '  ▾ Europe                                                2  69% max 95%     34% ━━────      800M ━───     800',
    '    edge-1a                                cpu 42%           42% ━━━━──────  21% ━╸────      800M ━───     800',
    '    cm-1 manager                           cpu 95%           95% ━━━━━━━━━╸  48% ━━━─── blocked              —',
  ]);
});

test('columns widen at 90, 104 and 140 cells, and a long name takes at most 28 cells', () => {
  const rows = serverRows([{ ...lost, name: 'a-server-with-a-very-long-name' }], 'list', []);
  const width = (key: string, width: number) =>
    serverColumns.find((one) => one.key === key)?.screen?.({ view, width, rows })?.width;
  expect([59, 60, 103, 104].map((cells) => width('name', cells))).toEqual([12, 26, 26, 28]);
  expect([89, 90].map((cells) => width('state', cells))).toEqual([12, 24]);
  expect([139, 140].map((cells) => width('out', cells))).toEqual([12, 21]);
});

test('text and JSON include unknown values', () => {
  expect(printed(serverColumns, [edge, manager, record('bare', {})])).toEqual([
    'server|group|role|cpu>|mem>|in>|out>|of cap>|viewers>|streams>',
    'edge-1a|Europe|edge|42%|21%|80.0 Mbit/s|800 Mbit/s|25%|800|3',
    'cm-1|Europe|— (manager)|95%|48%|0 bit/s|0 bit/s|100%|—|—',
    'bare|—|—|—|—|—|—|—|—|—',
  ]);
  const viewers = { value: 800, limit: 1000, unlimited: false, share: 0.8 };
  const known = { heat: 0.42, applications: [{ viewers, streams: { unlimited: true } }] };
  expect(jsonRow(serverColumns, edge)).toMatchObject(known);
  const unknown = { value: null, limit: null, unlimited: null, share: null };
  const bare = jsonRow(serverColumns, record('bare', {}));
  const rest = { name: 'bare', applications: [], inBytesPerSecond: unknown, outBytesPerSecond: unknown };
  expect(bare).toEqual({ ...Object.fromEntries(Object.keys(bare).map((key) => [key, null])), ...rest });
});
