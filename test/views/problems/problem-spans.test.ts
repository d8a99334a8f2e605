import { expect, test } from 'vitest';
import { beginningAt } from '../../../src/triage/problem.ts';
import { cellsOf, problemsSince, watchedSpan } from '../../../src/views/problems/problem-spans.ts';
import { sampleProblem } from '../../support/sample-problem.ts';

const MINUTE = 60_000;

test.each([
  [0, 10],
  [10, 10],
  [11, 20],
  [20, 20],
  [25, 30],
  [30, 30],
  [31, 60],
  [200, 60],
])('watched for %i min, the time line covers %i min', (watched, covered) => {
  expect(watchedSpan({ since: 0 }, watched * MINUTE)).toBe(covered * MINUTE);
});

test('before anything was watched the time line covers an hour', () => {
  expect(watchedSpan({ since: undefined }, 5)).toBe(60 * MINUTE);
});

test('problems after the beginning are shown, the earliest first, and standing ones first where room is short', () => {
  const problem = (key: string, since: number, clearedAt?: number) =>
    sampleProblem({ key, since, clearedAt });
  const problems = [problem('late', 50), problem('early', 10)];
  const cleared = [problem('just', 30, 40), problem('border', 20, 35), problem('before', 5, 34)];
  const keys = (most: number) => problemsSince({ problems, cleared }, 35, most).map(({ key }) => key);
  expect(keys(9)).toEqual(['early', 'border', 'just', 'late']);
  expect(keys(2)).toEqual(['early', 'late']);
});

test.each([
  [
    { since: 0, clearedAt: 50 },
    { start: 0, length: 5 },
  ],
  [{ since: 50 }, { start: 5, length: 5 }],
  [
    { since: 52, clearedAt: 53 },
    { start: 5, length: 1 },
  ],
  [
    { since: -50, clearedAt: 200 },
    { start: 0, length: 10 },
  ],
  [{ since: 100 }, { start: 9, length: 1 }],
])('%j takes the cells %j', ({ since, ...end }, cells) => {
  expect(cellsOf({ since: beginningAt(since), ...end }, { from: 0, to: 100 }, 10)).toEqual(cells);
});
