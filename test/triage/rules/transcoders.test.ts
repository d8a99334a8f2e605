import { expect, test } from 'vitest';
import { transcoders } from '../../../src/triage/rules/transcoders.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { evaluate } from '../evaluate-rule.ts';
import { bare, bench, START } from '../support.ts';

const empty = bench().state();

test('transcoding tasks near their limit are reported; no limit means unlimited, and a limit of 0 gives no share', () => {
  const said = (value: number | null, limit: number | null) =>
    evaluate(transcoders, {
      state: { ...empty, ...bare([], { transcodeStats: { total: { value, limit } } })(START, 0) },
      climbs: { climbs: new Map() },
    });
  expect(said(t.transcodeWarn, 100)).toEqual([
    `${t.transcodeWarn} of 100 transcode tasks are in use (${t.transcodeWarn}%)`,
  ]);
  expect([said(t.transcodeWarn - 1, 100), said(5, null), said(5, 0), said(null, 5)]).toEqual([
    [],
    [],
    [],
    [],
  ]);
});

test('the number of transcoded streams is given when both figures are known', () => {
  const said = (streams: object) =>
    evaluate(transcoders, {
      state: {
        ...empty,
        ...bare([], { transcodeStats: { total: { value: 9, limit: 9 }, streams } })(START, 0),
      },
      climbs: { climbs: new Map() },
    })[0]?.split('; ')[1];
  expect([said({ total: 60, transcoded: 41 }), said({ total: 60 }), said({ transcoded: 41 })]).toEqual([
    '41 of 60 streams are transcoded',
    undefined,
    undefined,
  ]);
});
