import { expect, test } from 'vitest';
import type { Line } from '../../../src/base/text.ts';
import * as cells from '../../../src/views/lists/cells.ts';
import { tonesOf } from '../../support/drawn-table.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';

const { bits, dimCell, rateColumn, rateScale, shareCell, signsCell, trafficTitle } = cells;
const view = sampleView(sampleState());

test('bars are scaled to the greatest visible value, and rows that are not loaded count as nothing', () => {
  const rows = [{ inBandwidth: 5, outBandwidth: 1 }, undefined, { inBandwidth: null, outBandwidth: 9 }, {}];
  expect(rateScale(rows)).toEqual({ in: 5, out: 9 });
  expect(rateScale([])).toEqual({ in: 0, out: 0 });
});

test('a rate has a bar where four cells are free and there is something to draw', () => {
  const cells = (value: number | null | undefined, width: number, greatest = 2e6) => {
    const row = { id: 'a', item: { inBandwidth: value }, endedAt: undefined, watched: false };
    const column = rateColumn('in', 0).screen?.({ view, scale: { in: greatest, out: 0 } });
    return tonesOf((column?.cell(row, width) ?? []) as Line);
  };
  expect([trafficTitle('in', 'bits'), trafficTitle('out', 'bytes')]).toEqual(['In bit/s', 'Out B/s']);
  expect(cells(1e6, 13)).toEqual(['8.00M plain', '━━ plain', '── faint']);
  const narrow = [cells(1e6, 12), cells(null, 20), cells(undefined, 12)];
  expect(narrow.flat()).toEqual(['8.00M plain', '— plain', '— plain']);
  expect(cells(0, 13, 0)).toEqual(['0 plain', '──── faint']);
});

test('the sign of a problem and that of the watch list are side by side', () => {
  const problems = [sampleProblem({ severity: 'warning', subject: { kind: 'application', name: 'live' } })];
  const signs = (names: readonly string[], watched: boolean) =>
    tonesOf(signsCell(problems, 'application', names, watched));
  expect(signs(['id', 'live'], true)).toEqual(['▲ warn', '◆ accent']);
  expect(signs(['id', 'vod'], true)).toEqual(['◆ accent']);
  expect(signs(['id', 'vod'], false)).toEqual([]);
});

test('a printed unknown value is a dash', () => {
  expect([bits(1e6), bits(undefined), dimCell(null)[0]?.text]).toEqual(['8.00 Mbit/s', '—', '—']);
  const shares = [0.8, null].map((share) => shareCell(share, { warn: 75, crit: 90 }));
  expect(tonesOf(shares as Line)).toEqual(['80% warn', '— dim']);
});
