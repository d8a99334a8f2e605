import { expect, test } from 'vitest';
import { beginningAt } from '../../../src/triage/problem.ts';
import { cellsOf, spanBar, spanTime } from '../../../src/views/problems/problem-spans.ts';
import { textOf } from '../../support/drawn-table.ts';
import { sampleProblem } from '../../support/sample-problem.ts';

const MINUTE = 60_000;

test.each([
  [1, 5],
  [2, 5],
  [9, 10],
  [10, 20],
  [29, 60],
  [200, 60],
])('the bars of problems that began %i min ago cover %i min', (ago, covered) => {
  const to = 300 * MINUTE;
  const time = spanTime([{ since: beginningAt(to - ago * MINUTE) }, { since: beginningAt(to) }], to);
  expect(time).toEqual({ from: to - covered * MINUTE, to });
});

test('a cause has a mark at its beginning, an effect only a bar', () => {
  const bar = (level: 'cause' | 'effect') =>
    textOf(spanBar({ ...sampleProblem({ since: 50 }), level }, { from: 0, to: 100 }, 10));
  expect([bar('cause'), bar('effect')]).toEqual(['     ●━━━━', '     ━━━━━']);
});

test.each([
  [0, 50, 0, 5],
  [50, undefined, 5, 5],
  [52, 53, 5, 1],
  [-50, 200, 0, 10],
  [100, undefined, 9, 1],
])('what lasts from %i to %s takes the cells from %i on, %i of them', (since, clearedAt, start, length) => {
  const problem = { since: beginningAt(since), ...(clearedAt !== undefined && { clearedAt }) };
  expect(cellsOf(problem, { from: 0, to: 100 }, 10)).toEqual({ start, length });
});
