import { expect, test } from 'vitest';
import { problemOrders, sortProblems, worstProblemsFirst } from '../../../src/views/problems/order.ts';
import { orderTable } from '../../support/drawn-table.ts';
import { atRisk, sampleProblem } from '../../support/sample-problem.ts';

const problems = [
  sampleProblem({ key: '1', severity: 'warning', hit: atRisk(5), since: 2, title: 'B' }),
  sampleProblem({ key: '2', severity: 'critical', hit: atRisk(9), since: 1, title: 'A' }),
  sampleProblem({ key: '3', severity: 'info', since: 3, title: 'C', subject: { kind: 'server', name: 'a' } }),
];
const _keys = (key: string, descending: boolean) =>
  sortProblems(problems, { key, descending }).map((problem) => problem.key);

test('each order begins in its natural direction, the severity order with the worst', () => {
  expect(orderTable(problemOrders)).toEqual([
    'worst first / mildest first',
    'most viewers first / fewest viewers first',
    'newest first / oldest first',
    'by object / by object, Z to A',
    'by kind / by kind, Z to A',
  ]);
  expect(worstProblemsFirst).toEqual({ key: 'severity', descending: true });
});
