import { expect, test } from 'vitest';
import { foldServers } from '../../src/triage/fold-servers.ts';
import type { KindAndFacts } from '../../src/triage/kind-facts.ts';
import { beginningAt, type Problem } from '../../src/triage/problem.ts';
import { sampleProblem, sentenceOf } from '../support/sample-problem.ts';
import { bare, bench, edge, START, server } from './support.ts';

const HOT: KindAndFacts = { kind: 'server-hot', facts: { measures: [{ figure: 'cpu', used: 98 }] } };

/** An edge that became hot so many seconds after the start, with its viewers. */
const hot = (name: string, seconds: number, viewers = 10): Problem =>
  sampleProblem(
    {
      key: `server-hot:${name}`,
      subject: { kind: 'server', name },
      since: beginningAt(START + 1_000 * seconds, undefined),
      hit: { viewers: { lost: 0, degraded: viewers } },
    },
    HOT,
  );

const edges = ['a', 'b', 'c', 'd'].map((name, n) => ({
  ...edge(name, 1, 1),
  groupName: n < 3 ? 'EU' : 'US',
}));
const origin = server('o', { applications: [{ name: 'live', type: 'origin' }] });
const state = { ...bench().state(), ...bare([...edges, origin])(START, 0) };
const fold = (problems: readonly Problem[], before?: Problem) =>
  foldServers(problems, state, () => before).problems;
const keys = (problems: readonly Problem[], before?: Problem) => fold(problems, before).map(({ key }) => key);

test('three edges that became hot together are one problem, with all of their viewers', () => {
  const [row, other] = fold([hot('a', 0), hot('b', 20), hot('d', 50)]);
  expect(other).toBeUndefined();
  expect(row).toMatchObject({
    key: 'server-hot:many/edge',
    subject: { kind: 'cluster' },
    hit: { viewers: { degraded: 30 } },
    folded: { count: 3 },
  });
  expect(sentenceOf(row)).toMatch(/3 servers became hot together: a, b, d; the worst: a: CPU 98%/);
  expect(fold([hot('a', 0), hot('b', 20), hot('c', 50)])[0]?.subject).toEqual({ kind: 'group', name: 'EU' });
});

test.each<[string, readonly Problem[]]>([
  ['two', [hot('a', 0), hot('b', 20)]],
  ['at different times', [hot('a', 0), hot('b', 20), hot('c', 100)]],
  ['of different roles', [hot('a', 0), hot('b', 20), hot('o', 30)]],
  [
    'one of them at the first look already',
    [hot('a', 0), hot('b', 20), { ...hot('c', 30), since: { at: START, known: 'before' } }],
  ],
])('they have rows of their own: %s', (_, problems) => {
  expect(keys(problems)).toEqual(problems.map(({ key }) => key));
});

test('the row stays while two of its servers are hot', () => {
  const [before] = fold([hot('a', 0), hot('b', 20), hot('c', 50)]);
  expect(keys([hot('a', 0), hot('b', 20)], before)).toEqual(['server-hot:many/edge']);
  expect(keys([hot('a', 0)], before)).toEqual(['server-hot:a']);
});
