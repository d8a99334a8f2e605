import { expect, test } from 'vitest';
import type { Dashboard } from '../../../src/protocol/dashboard.ts';
import { healthSide } from '../../../src/triage/rules/health-side.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { context, evaluate, standing } from '../evaluate-rule.ts';
import { bare, remembered, START, stream, trackOf } from '../support.ts';

/** A dashboard with this many viewers and streams, of which these percentages have a bad grade. */
function health(viewers: number, badViewers: number, badStreams: number | undefined): Partial<Dashboard> {
  const summary = (of: number, percent: number) => {
    const bad = (of * percent) / 100;
    return { labels: ['Good', 'Bad', 'No Data'], series: [of - bad, bad, 5_000] };
  };
  const streams = badStreams === undefined ? null : summary(1_000, badStreams);
  return { viewerHealthSummary: summary(viewers, badViewers), streamHealthSummary: streams };
}

const said = (stats: Partial<Dashboard>, how = context()) =>
  evaluate(healthSide, { state: bare([], stats)(START, 0) }, how)[0];
const sideOf = (...of: Parameters<typeof said>) => said(...of)?.split(': ')[1];

test('the side is ingest when the share of bad streams is at least half that of viewers, otherwise delivery', () => {
  const [ingest, delivery] = ['ingest, both are bad', 'delivery, streams are fine'];
  expect([sideOf(health(1_000, 80, 10)), sideOf(health(1_000, 80, 9.9))]).toEqual([ingest, delivery]);
  // While the problem stands below its threshold, half of the present share counts.
  const low = t.badShareWarn - 4;
  expect(sideOf(health(1_000, low, low / 2), standing())).toBe(ingest);
  expect(sideOf(health(1_000, low, low / 2 - 1), standing())).toBe(delivery);
  expect(said(health(1_000, 80, undefined))).toBe('80% of the viewers (800 of 1.00k) have bad health');
});

test('bad viewers who watch sick streams that the dashboard does not count are not called delivery', () => {
  const watched = (viewerCount: number) =>
    evaluate(healthSide, {
      state: bare([], health(1_000, 30, 0))(START, 0),
      streams: remembered([trackOf(stream({ healthScore: 20, healthGrade: 'Bad', viewerCount }), START)]),
    })[0];
  expect(watched(150)).toBe('30% of the viewers (300 of 1.00k) have bad health');
  expect(watched(149)).toContain('delivery, streams are fine');
});

test('a share of fewer than twenty graded viewers gives no side', () => {
  expect(sideOf(health(19, 100, 100))).toBeUndefined();
  expect(sideOf(health(20, 100, 100))).toBe('ingest, both are bad');
});
