import { expect, test } from 'vitest';
import type { ServerRecord } from '../../../src/cluster/state.ts';
import { CELL_SIZES, heatCell } from '../../../src/views/servers/heat-cells.ts';
import { textOf, tonesOf } from '../../support/drawn-table.ts';
import { calm } from '../../support/fake-services.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { record, server } from '../../triage/support.ts';

const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;

const full = server('edge-1a', {
  serverStats: {
    cpuUsage: 30,
    memUsage: 40,
    inBandwidth: { usage: 1e6, cap: null },
    outBandwidth: { usage: 3e7, cap: 4e7 },
  },
  applications: [{ name: 'live', viewers: { count: 1200, cap: null }, streams: { count: 4, cap: null } }],
});
const view = { state: sampleState(), triage: calm, now: sampleNow, display };
const drawn = (one: ServerRecord, size: number, changes: object = {}) =>
  heatCell({ ...view, ...changes }, one, CELL_SIZES[size] ?? { width: 1, height: 1 }).map(textOf);

test('a server shows more the more room it has', () => {
  const one = record(full, sampleNow);
  expect(CELL_SIZES.map((_, size) => drawn(one, size))).toEqual([
    [
      '■ edge-1a             ',
      '  cpu ━━╸──────  30%  ',
      '  mem ━━━╸─────  40%  ',
      '  out ━━━━━━━──  75%  ',
      '                      ',
    ],
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
    heatCell(view, record(load(cpuUsage), sampleNow, changes), { width: 18, height: 3 }).map((line) =>
      tonesOf(line),
    );
  const sign = (cpuUsage: number, changes: Partial<ServerRecord> = {}) => tones(changes, cpuUsage)[0]?.[0];
  expect([49, 50, 79, 80, 90, 97].map((cpu) => sign(cpu))).toEqual([
    '■ faint',
    '■ dim',
    '■ dim',
    '■ bold',
    '▒ warn',
    '▓ crit',
  ]);
  expect([sign(10, { misses: 1 }), sign(10, { goneSince: sampleNow })]).toEqual(['? warn', '✖ crit']);
  expect(tones({}, 10)).toEqual([['■ faint', 'edge-1 plain'], ['cpu 10% dim'], []]);
  expect(tones({ goneSince: sampleNow }, 10)).toEqual([['✖ crit', 'edge-1 dim'], ['GONE crit'], []]);
});
