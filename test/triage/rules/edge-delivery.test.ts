import { expect, test } from 'vitest';
import { edgeDelivery } from '../../../src/triage/rules/edge-delivery.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { context, evaluate, standing } from '../evaluate-rule.ts';
import { bare, bench, edge, START } from '../support.ts';

const empty = bench().state();

test('an edge that sends almost nothing, or far less than usual, to viewers who stay', () => {
  const [record] = bare([edge('edge-1', 1, 1)])(START, 0).servers ?? [];
  if (!record) throw new Error('no server');
  const said = (track: object, how = context(), misses = 0) =>
    evaluate(
      edgeDelivery,
      {
        state: { ...empty, servers: [{ ...record, misses }] },
        edges: {
          tracks: new Map([['edge-1', { viewers: 100, out: 1e8, usual: 1e6, usualViewers: 100, ...track }]]),
        },
      },
      how,
    );
  expect(said({})).toEqual([]);
  expect(said({ out: 100 * t.edgeSilent - 1 })[0]).toMatch(/^edge-1 has 100 viewers but sends/);
  expect(said({ out: 100 * t.edgeSilent, usual: t.edgeSilent })).toEqual([]);
  expect(said({ out: 1e6 * t.edgeFallen - 1 })[0]).toMatch(/^edge-1 delivers/);
  expect(said({ out: 1e6 * t.edgeFallen })).toEqual([]);
  expect(said({ out: 1e6 * t.edgeFallen }, standing)).toHaveLength(1);
  expect(said({ viewers: t.edgeViewers - 1, out: 0 })).toEqual([]);
  const few = { viewers: 79, out: 79 * 1e4 * (t.edgeFallen - 1) };
  expect([said(few), said({ ...few, viewers: 80 })].map(({ length }) => length)).toEqual([0, 1]);
  expect([said({ ...few, viewers: 80, usual: undefined }), said({ ...few, viewers: 80, usual: 0 })]).toEqual([
    [],
    [],
  ]);
  expect(said({ out: 0 }, context(), 1)).toEqual(['edge-delivery:edge-1 ?']);
});
