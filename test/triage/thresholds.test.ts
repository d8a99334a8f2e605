import { expect, test } from 'vitest';
import type { ThresholdName } from '../../src/triage/threshold-families.ts';
import {
  defaultThresholds,
  mergeThresholds,
  ThresholdError,
  thresholds,
} from '../../src/triage/thresholds.ts';

const isTaken = (name: ThresholdName, value: number) => {
  try {
    return mergeThresholds({ [name]: value })[name] === value * (name === 'hotFor' ? 1_000 : 1);
  } catch {
    return false;
  }
};

test.each<[what: string, ThresholdName, taken: readonly number[], refused: readonly number[]]>([
  ['a percentage', 'climbSlope', [0, 0.5, 100], [-0.1, 100.1]],
  ['a score', 'healthBad', [0, 60], [-0.1]],
  ['the score above it', 'healthClear', [50, 100], [100.1]],
  ['a count', 'flapCount', [1, 1_000], [0, 0.9, -1]],
  ['viewers', 'riskCrit', [0, 1_000_000], [-1]],
  ['a time', 'hotFor', [0, 86_400], [-1]],
])('the figures that an operator may set: %s', (_what, name, taken, refused) => {
  expect(taken.filter((value) => !isTaken(name, value))).toEqual([]);
  expect(refused.filter((value) => isTaken(name, value))).toEqual([]);
});

test.each([
  ['by name', { cpuWarn: 70 }, { cpuWarn: 70 }],
  ['durations in seconds', { hotFor: 30 }, { hotFor: 30_000 }],
  ['durations with a unit', { hotFor: '5m', latencyWarn: '1s' }, { hotFor: 300_000, latencyWarn: 1_000 }],
  ['latencies in ms', { latencyWarn: 80 }, { latencyWarn: 80 }],
  ['a pair', { limit: { warn: 70, crit: 80, for: 60 } }, { limitWarn: 70, limitCrit: 80, limitFor: 60_000 }],
  ['a time shared by several families', { hot: { for: 60 } }, { hotFor: 60_000 }],
  ['parts of any family', { flap: { count: 2, window: '5m' } }, { flapCount: 2, flapWindow: 300_000 }],
  [
    'one sensitivity for all of a kind, and a figure of its own above it',
    { sensitivity: { loss: 'high', journal: 'low' }, lossViewers: 9 },
    { lossShare: 10.5, lossViewers: 9, stormPerMinute: 180, stormTimes: 6, stormFor: 20_000 },
  ],
  ['a normal sensitivity', { sensitivity: { streams: 'normal' } }, {}],
  ['nothing', {}, {}],
])('thresholds: %s', (_name, overrides, expected) => {
  expect(mergeThresholds(overrides)).toEqual({ ...defaultThresholds, ...expected });
});

test.each([
  [{ cpuWran: 70 }, /cpuWran: there is no threshold with this name. Allowed are cpuWarn, cpuCrit/],
  [{ cpu: { warm: 70 } }, /cpu.warm: cpu has the parts warn, crit$/],
  [{ cpu: 70 }, /cpu: cpu has the parts warn, crit$/],
  [{ mem: { for: 70 } }, /mem.for: cpu, mem, bandwidth share one: write hot: {for: …}/],
  [{ cpuWarn: 170 }, /cpuWarn: 170 is not allowed. Allowed is a number from 0 to 100/],
  [{ cpuWarn: '70' }, /cpuWarn: "70" is not allowed/],
  [{ flapCount: 0 }, /flapCount: 0 is not allowed. Allowed is a number of at least 1/],
  [{ hotFor: 'soon' }, /hotFor: "soon" is not allowed. Allowed is text with a unit \(20s, .*\) or seconds/],
  [{ cpuWarn: 98, cpuCrit: 97 }, /cpuWarn: 98 is above cpuCrit, 97/],
  [{ healthBad: 80 }, /healthClear: 60 is below healthBad, 80/],
  [
    { sensitivity: { losses: 'high' } },
    /\.losses: .* Allowed are loss, load, servers, streams, delivery, journal/,
  ],
  [{ sensitivity: { loss: 'highest' } }, /\.loss: "highest" is not allowed. Allowed is low, normal, high/],
  [{ sensitivity: 'high' }, /sensitivity: "high" is not allowed/],
  [{ constructor: 1 }, /constructor: there is no threshold with this name/],
])('thresholds: %j is refused', (overrides, message) => {
  expect(() => mergeThresholds(overrides)).toThrow(message);
  expect(() => mergeThresholds(overrides)).toThrow(ThresholdError);
});

test('every percentage and score ends at 100, and every time takes a unit', () => {
  for (const { name, unit, most, default: value } of thresholds) {
    if (unit === 'percent' || unit === 'score') expect(most, name).toBe(100);
    const isTime = unit === 'seconds' || unit === 'milliseconds';
    const given = isTime ? `${value}ms` : value;
    expect(mergeThresholds({ [name]: given })[name], name).toBe(value);
  }
});
