import { expect, test } from 'vitest';
import type { ServerRecord } from '../../../src/cluster/state.ts';
import { serverRows } from '../../../src/views/servers/outline.ts';
import { figureCell, loadCell, meterCell } from '../../../src/views/servers/server-cells.ts';
import { textOf, tonesOf } from '../../support/drawn-table.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';

const serverStats = { cpuUsage: 80, memUsage: 20, outBandwidth: { usage: 0, cap: 0 } };
const server = { serverName: 'edge-1a', groupName: 'Europe', clusterManager: true, serverStats };
const seen = { lastSeen: sampleNow, misses: 0, goneSince: undefined };
const record: ServerRecord = { name: 'edge-1a', server, ...seen };
const gone = { ...record, misses: 3, goneSince: sampleNow - 5_000 };
const view = sampleView(sampleState());

/** The rows of a group and its server. */
function rows(one: ServerRecord) {
  const [group, server] = serverRows([one], 'groups', []);
  if (!group || !server) throw new Error('a row is missing');
  return { group, server };
}
const here = rows(record);
const lost = rows(gone);

const levels = { warn: 75, crit: 90 };

test('a figure near its limit has a warning colour, but not for a gone server', () => {
  expect(tonesOf(loadCell(view, here.server, 12))).toEqual(['cpu 80% bold']);
  expect(tonesOf(loadCell(view, lost.server, 12))).toEqual(['was 80% dim']);
  expect(loadCell(view, here.group, 12)).toEqual([]);
  const climb = { fullAt: sampleNow + 240_000, used: 0.7, perMinute: 0.07, full: 100, since: sampleNow };
  const climbs = new Map([['server/edge-1a/mem', climb]]);
  const rising = { ...view, triage: { ...view.triage, climbs } };
  expect(tonesOf(loadCell(rising, here.server, 12))).toEqual(['full in 4m warn']);
  expect(tonesOf(loadCell(rising, here.server, 8))).toEqual(['cpu 80% bold']);
  expect(tonesOf(meterCell(here.server, 0.8, 9, levels))).toEqual(['80% warn', '━━━ warn', '─ faint']);
  expect(tonesOf(meterCell(lost.server, 0.8, 9, levels))).toEqual(['80% dim', '━━━ dim', '─ faint']);
  expect(textOf(meterCell(here.server, 0.8, 3, levels))).toBe(' 80% ');
  const amount = (used: number, cap: number | null | undefined) =>
    tonesOf(figureCell(view, { ...here.server, viewers: { used, cap } }, 'viewers', 7));
  const near = [amount(8, 10), amount(90, 100), amount(98, 100), amount(7, 10)];
  expect(near.flat()).toEqual(['8 bold', '90 warn', '98 crit', '7 plain']);
  const none = [amount(8, null), amount(8, undefined), amount(8, 0)];
  expect(none.flat()).toEqual(['8 plain', '8 plain', '8 plain']);
  const ofLost = figureCell(view, { ...lost.server, viewers: { used: 9, cap: 10 } }, 'viewers', 7);
  expect(tonesOf(ofLost)).toEqual(['9 dim']);
});

const cells = (used: number, cap: number | null, ...widths: number[]) =>
  widths.map((width) =>
    tonesOf(figureCell(view, { ...here.server, out: { used, cap } }, 'out', width)).join(', '),
  );

test('traffic loses its bar first and then its limit in a narrow column', () => {
  expect(cells(1e6, 1e7, 26, 23, 22, 21, 20, 12, 11)).toEqual([
    '8.00M plain, /80.0M dim, ━ dim, ─────── faint',
    '8.00M plain, /80.0M dim, ╸ dim, ──── faint',
    '8.00M plain, /80.0M dim, ╸ dim, ──── faint',
    '8.00M plain, /80.0M dim, ╸ dim, ─── faint',
    '8.00M plain, ━ dim, ───────── faint',
    '8.00M plain, ╸ dim, ─ faint',
    '8.00M plain',
  ]);
  expect(cells(1e6, null, 23)).toEqual(['8.00M plain, /∞ dim']);
});

test('a blocked server says so in place of zero traffic, or of the limit', () => {
  expect(cells(0, 0, 20, 21)).toEqual(['blocked crit', '0 plain, /blocked crit, ━━━ crit']);
  expect(cells(5, 0, 20, 21)).toEqual(['40 plain, ━━━━━━━━━━ crit', '40 plain, /blocked crit, ━━━ crit']);
});
