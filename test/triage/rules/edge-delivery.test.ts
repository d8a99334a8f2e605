import { expect, test } from 'vitest';
import { edgeDelivery } from '../../../src/triage/rules/edge-delivery.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { context, evaluate, standing } from '../evaluate-rule.ts';
import { bare, bench, edge, START } from '../support.ts';

const empty = bench().state();

/** The findings for an edge with 100 viewers whose usual delivery is 1 MB/s for each, except for `track`. */
function said(track: object, how = context(), misses = 0) {
  const [record] = bare([edge('edge-1', 1, 1)])(START, 0).servers ?? [];
  if (!record) throw new Error('no server');
  const usual = { viewers: 100, out: 1e8, usual: 1e6, usualViewers: 100 };
  return evaluate(
    edgeDelivery,
    {
      state: { ...empty, servers: [{ ...record, misses }] },
      edges: { tracks: new Map([['edge-1', { ...usual, ...track }]]) },
    },
    how,
  );
}

test('an edge that delivers as usual is fine', () => {
  expect(said({})).toEqual([]);
});

test('an edge that sends almost nothing to its viewers is reported', () => {
  expect(said({ out: 100 * t.edgeSilent - 1 })[0]).toMatch(/^edge-1 has 100 viewers but sends/);
  expect(said({ out: 100 * t.edgeSilent, usual: t.edgeSilent })).toEqual([]);
});

test('an edge that sends far less than usual for each viewer is reported', () => {
  expect(said({ out: 1e6 * t.edgeFallen - 1 })[0]).toMatch(/^edge-1 delivers/);
  expect(said({ out: 1e6 * t.edgeFallen })).toEqual([]);
  expect(said({ out: 1e6 * t.edgeFallen }, standing)).toHaveLength(1);
});

test('delivery is compared only while most of the usual viewers are there', () => {
  expect(said({ viewers: t.edgeViewers - 1, out: 0 })).toEqual([]);
  const few = { viewers: 79, out: 79 * 1e4 * (t.edgeFallen - 1) };
  expect([said(few), said({ ...few, viewers: 80 })].map(({ length }) => length)).toEqual([0, 1]);
});

test('delivery is not compared without a usual value', () => {
  const fallen = { viewers: 80, out: 79 * 1e4 * (t.edgeFallen - 1) };
  expect([said({ ...fallen, usual: undefined }), said({ ...fallen, usual: 0 })]).toEqual([[], []]);
});

test('an edge that misses a poll is neither reported nor fine', () => {
  expect(said({ out: 0 }, context(), 1)).toEqual(['edge-delivery:edge-1 ?']);
});
