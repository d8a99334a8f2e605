import { describe, expect, test } from 'vitest';
import type { Spread } from '../../../src/cluster/window.ts';
import { chartWindow, seriesPanel } from '../../../src/ui/detail/series-chart.ts';
import type { StoredReads } from '../../../src/views/history-access.ts';
import { textOf } from '../../support/drawn-table.ts';
import { fakeReads, spreadOfValues } from '../../support/fake-history.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';
import { openScreen } from '../open-screen.ts';

const DAY = 24 * 3_600_000;

/** The Overview over a history of `days` days; every value of the past is 4 Gbit/s. */
function overview(stored: Partial<StoredReads> | undefined) {
  const window: StoredReads['window'] = (_key, _from, to, buckets) => ({
    ...spreadOfValues(Array.from({ length: buckets }, () => (to < sampleNow - 3 * DAY ? null : 5e8))),
    resolution: undefined,
  });
  const services = stored && { session: { reads: fakeReads({ window, ...stored }) } };
  const { hands } = openScreen('overview', sampleState(), { size: { columns: 140, rows: 45 }, services });
  const traffic = () => hands.screen.split('\n').find((row) => row.includes('Traffic')) ?? '';
  return { hands, traffic };
}

describe('charts', () => {
  test('mark problems of earlier sessions from the history, the worst one where several meet', () => {
    const problem = (hoursAgo: number, severity: 'warning' | 'critical') => {
      const at = sampleNow - hoursAgo * 3_600_000;
      const subject = { kind: 'cluster' } as const;
      const problem = sampleProblem({ subject, since: at });
      return { at, until: at, severity, problem };
    };
    const kept = [problem(3, 'critical'), problem(3, 'warning'), problem(30, 'warning')];
    const { hands } = overview({ problems: (span, to) => kept.filter(({ at }) => at > to - span) });
    const axis = () => hands.screen.split('\n').find((row) => /┴.*now/.test(row)) ?? '';
    hands.press(':span', ':span', ':span');
    expect(axis()).toMatch(/✖/);
    expect(axis()).not.toMatch(/▲/);
    hands.press(':span', ':span');
    expect(axis()).toMatch(/▲.*✖/);
  });

  test('say that they are being read, and which data is missing', () => {
    const reading = overview({ window: () => undefined, reading: true });
    reading.hands.press(':span', ':span', ':span').sees('reading the history');
    const none = overview(undefined);
    none.hands.press(':span', ':span', ':span').sees('No history is kept');
    expect(none.traffic()).toContain('6 h, no history is kept');
  });

  test('show what is usual at this hour, and how reliable that is', () => {
    const usual = { median: 5e8, low: 4e8, high: 6e8, weeks: 2, thin: true };
    const { hands, traffic } = overview({ usual: () => usual });
    expect(traffic()).toMatch(/usual 3\.20 Gbit\/s to 4\.80 Gbit\/s, only 2 weeks known/);
    hands.resize(120, 60).sees('░');
  });
});

/** The title of a chart `width` columns wide over this time. */
function titleOf(spread: Spread, width: number, hours: number) {
  const chart = chartWindow(sampleView(sampleState()), ['k'], width, undefined);
  const window = { ...chart, from: sampleNow - hours * 3_600_000, to: sampleNow, spreadOf: () => spread };
  const series = { key: 'k', title: 'K', tone: 'plain', format: String } as const;
  const [title = []] = seriesPanel({ series, window, marks: [], now: [] }, { x: 0, y: 0, width, height: 8 });
  return textOf(title);
}

test('the title names the least value, and the peak with its time, not the highest mean', () => {
  const at = new Date(2026, 0, 15, 23, 17, 20).getTime();
  const spread = { values: [42, 43], least: [41.8, 42], most: [43, 9999], peak: { value: 9999, at } };
  expect(titleOf(spread, 120, 2)).toContain('min 41.8  peak 9999 at 23:17 ');
  expect(titleOf(spread, 120, 48)).toContain('min 41.8  peak 9999 at 01-15 23:17 ');
  expect(titleOf(spread, 50, 2)).toContain(' peak 9999 at 23:17 ');
  expect(titleOf(spreadOfValues([7, 7]), 120, 2)).toContain('min 7  max 7');
  expect(titleOf(spreadOfValues([7, 7]), 50, 2)).not.toContain('7');
});
