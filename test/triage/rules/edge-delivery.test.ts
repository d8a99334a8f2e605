import { expect, test } from 'vitest';
import { edgeDelivery } from '../../../src/triage/rules/edge-delivery.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { evaluate } from '../evaluate-rule.ts';
import { bare, edge, START } from '../support.ts';

/** The findings for an edge with these viewers that sends so many bytes per second. */
function said(viewers: number, out: number, misses = 0) {
  const [record] = bare([edge('edge-1', viewers, out)])(START, 0).servers ?? [];
  return evaluate(edgeDelivery, { state: { servers: [{ ...record, misses }] } });
}

test('an edge that sends almost nothing to its viewers is reported, unless they are few or it misses a poll', () => {
  expect(said(100, 100 * t.edgeSilent - 1)[0]).toMatch(/^edge-1 has 100 viewers but sends/);
  expect([said(100, 100 * t.edgeSilent), said(t.edgeViewers - 1, 0)]).toEqual([[], []]);
  expect(said(100, 0, 1)).toEqual(['edge-delivery:edge-1 ?']);
});
