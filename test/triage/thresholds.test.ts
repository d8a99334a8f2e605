import { expect, test } from 'vitest';
import { mergeThresholds, type ThresholdName } from '../../src/triage/thresholds.ts';

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
])('figures that an operator may set: %s', (_what, name, taken, refused) => {
  expect(taken.filter((value) => !isTaken(name, value))).toEqual([]);
  expect(refused.filter((value) => isTaken(name, value))).toEqual([]);
});
