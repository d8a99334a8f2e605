import { expect, test } from 'vitest';
import { counted, listed } from '../../src/base/format.ts';
import { markOf } from '../../src/triage/marks.ts';
import type { Problem } from '../../src/triage/problem.ts';
import { worstFirst } from '../../src/triage/rank.ts';
import {
  defaultThresholds,
  mergeThresholds,
  ThresholdError,
  thresholds,
  writtenThreshold,
} from '../../src/triage/thresholds.ts';
import { addFigure, trendOf } from '../../src/triage/trend.ts';
import { atRisk, samplePart, sampleProblem } from '../support/sample-problem.ts';

test.each([
  ['by name', { cpuWarn: 70 }, { cpuWarn: 70 }],
  ['durations in seconds', { hotFor: 30 }, { hotFor: 30_000 }],
  ['durations with a unit', { hotFor: '5m', latencyWarn: '1s' }, { hotFor: 300_000, latencyWarn: 1_000 }],
  ['latencies in ms', { latencyWarn: 80 }, { latencyWarn: 80 }],
  ['a pair', { limit: { warn: 70, crit: 80, for: 60 } }, { limitWarn: 70, limitCrit: 80, limitFor: 60_000 }],
  ['a time that several families share', { hot: { for: 60 } }, { hotFor: 60_000 }],
  ['parts of any family', { flap: { count: 2, window: '5m' } }, { flapCount: 2, flapWindow: 300_000 }],
  ['nothing', {}, {}],
])('thresholds: %s', (_name, overrides, expected) => {
  expect(mergeThresholds(overrides)).toEqual({ ...defaultThresholds, ...expected });
});

test.each([
  [{ cpuWran: 70 }, /cpuWran: there is none of this name. Allowed are cpuWarn, cpuCrit/],
  [{ cpu: { warm: 70 } }, /cpu.warm: cpu has the parts warn, crit$/],
  [{ cpu: 70 }, /cpu: cpu has the parts warn, crit$/],
  [{ mem: { for: 70 } }, /mem.for: cpu, mem, bandwidth share one: write hot: {for: …}/],
  [{ cpuWarn: 170 }, /cpuWarn: 170 cannot be. Allowed is a number from 0 to 100/],
  [{ cpuWarn: '70' }, /cpuWarn: "70" cannot be/],
  [{ flapCount: 0 }, /flapCount: 0 cannot be. Allowed is a number of at least 1/],
  [{ hotFor: 'soon' }, /hotFor: "soon" cannot be. Allowed is text with a unit \(20s, 5m, 1h\) or seconds/],
  [{ cpuWarn: 98, cpuCrit: 97 }, /cpuWarn: 98 is above cpuCrit, 97/],
  [{ healthBad: 80 }, /healthClear: 60 is below healthBad, 80/],
  [{ constructor: 1 }, /constructor: there is none of this name/],
])('thresholds: %j is refused', (overrides, message) => {
  expect(() => mergeThresholds(overrides)).toThrow(message);
  expect(() => mergeThresholds(overrides)).toThrow(ThresholdError);
});

test('every percentage and score ends at 100, every time takes a unit, whatever it is called', () => {
  for (const { name, unit, most, default: value } of thresholds) {
    if (unit === 'percent' || unit === 'score') expect(most, name).toBe(100);
    const isTime = unit === 'seconds' || unit === 'milliseconds';
    const given = isTime ? `${value}ms` : value;
    expect(mergeThresholds({ [name]: given })[name], name).toBe(value);
  }
});

test('marks give the worst severity of each thing', () => {
  const problem = (severity: Problem['severity'], subject: Problem['subject']): Problem =>
    sampleProblem({ severity, subject });
  const problems = [
    problem('critical', { kind: 'server', name: 'a' }),
    problem('warning', { kind: 'server', name: 'a' }),
    problem('warning', { kind: 'stream', id: 'id-1', streamKey: 'news' }),
    problem('info', { kind: 'cluster' }),
  ];
  expect(markOf(problems, 'server', 'a')).toBe('critical');
  expect(markOf(problems, 'application', 'a')).toBeUndefined();
  expect(markOf(problems, 'stream', 'id-1')).toBe('warning');
  expect(markOf(problems, 'stream', 'news')).toBe('warning');
  expect(markOf(problems, 'cluster', '')).toBe('info');
  expect(markOf([], 'server', 'a')).toBeUndefined();
  // What follows from a problem is marked as well, though it is no row of its own.
  const follower = samplePart({ severity: 'warning', subject: { kind: 'server', name: 'b' } });
  expect(markOf([sampleProblem({ followers: [follower] })], 'server', 'b')).toBe('warning');
});

test('counts and lists in words', () => {
  expect([counted(1, 'viewer'), counted(3_000, 'viewer')]).toEqual(['1 viewer', '3.00k viewers']);
  expect(listed(['a', 'b', 'c', 'd'])).toBe('a, b, c and 1 more');
});

test('of one severity about three times the viewers lead what is older, a few more do not', () => {
  const older = sampleProblem({ key: 'older', since: 1_000, hit: atRisk(1_060) });
  const first = (viewers: number) =>
    [older, sampleProblem({ key: 'newer', since: 2_000, hit: atRisk(viewers) })].sort(worstFirst)[0]?.key;
  expect([first(4_770), first(1_500), first(100)]).toEqual(['newer', 'older', 'older']);
});

test('the least and the most of each threshold are allowed', () => {
  expect(mergeThresholds({ cpuWarn: 0, cpuCrit: 100, flapCount: 1 })).toMatchObject({
    cpuWarn: 0,
    cpuCrit: 100,
    flapCount: 1,
  });
});

test('a threshold is written as the configuration would have it', () => {
  const written = (name: string, value: number) => {
    const row = thresholds.find((one) => one.name === name);
    return row && writtenThreshold(row, value);
  };
  expect([
    written('cpuWarn', 90),
    written('hotFor', 330_000),
    written('hotFor', 1_500),
    written('latencyWarn', 1_000),
  ]).toEqual([90, '330s', '1500ms', '1000ms']);
});

test.each([
  ['rising', [100, 100, 105]],
  ['falling', [105, 100, 100]],
  ['steady', [100, 120, 104]],
  ['steady', [100, 100, 104.1]],
  ['steady', [100, 200]],
  ['steady', [0, 0, 0]],
] as const)('figures are %s: %j', (trend, values) => {
  expect(trendOf(values.map((value, at) => ({ at, value })))).toBe(trend);
});

test('figures are taken five seconds apart and kept for five minutes', () => {
  const first = addFigure([], 0, 1);
  expect(addFigure(first, 4_999, 2)).toBe(first);
  expect(addFigure(first, 5_000, 2)).toHaveLength(2);
  expect([addFigure(first, 299_999, 2), addFigure(first, 300_000, 2)].map(({ length }) => length)).toEqual([
    2, 1,
  ]);
});
