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
  const time = spanTime(
    [{ since: beginningAt((300 - ago) * MINUTE) }, { since: beginningAt(300 * MINUTE) }],
    300 * MINUTE,
  );
  expect(time).toEqual({ from: (300 - covered) * MINUTE, to: 300 * MINUTE });
});

test('a cause has a mark at its beginning, an effect only a bar', () => {
  const bar = (level: 'cause' | 'effect') =>
    textOf(spanBar({ ...sampleProblem({ since: 50 }), level }, { from: 0, to: 100 }, 10));
  expect([bar('cause'), bar('effect')]).toEqual(['     ●━━━━', '     ━━━━━']);
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
