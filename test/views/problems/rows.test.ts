import { expect, test } from 'vitest';
import { problemRows, titleWords } from '../../../src/views/problems/rows.ts';
import { samplePart, sampleProblem, sentenceOf } from '../../support/sample-problem.ts';

const part = (name: string) => samplePart({ severity: 'critical', subject: { kind: 'server', name } });
const folded = { count: 1200, first: [part('a'), part('b')] };
const many = sampleProblem({ key: 'many', folded }, { kind: 'server-gone', facts: { of: 'many' } });
const one = sampleProblem({ key: 'one' });

test('an unfolded problem has its parts below it', () => {
  const shown = (...unfolded: string[]) =>
    problemRows([many, one], unfolded, true).map((row) => `${titleWords(row)}|${sentenceOf(row)}`);
  const manyWords = 'Server outages|1.20k outages at once; the worst: a: CPU 97%';
  const oneWords = 'Server load|edge-1a: CPU 97%';
  expect(shown()).toEqual([manyWords, oneWords]);
  expect(shown('many', 'one')).toEqual([manyWords, '|a: CPU 97%', '|b: CPU 97%', oneWords]);
});

test('a row of many names its own object, also where no more was kept of it', () => {
  const [, first] = problemRows([many], ['many'], false);
  expect(first?.names).toEqual([{ kind: 'server', name: 'a' }]);
});

test('an effect is below its cause with its own beginning, and the cause has that of the incident', () => {
  const since = { at: 5, known: 'exact' } as const;
  const incident = { root: 'cause', since, severity: 'critical', times: 1 } as const;
  const cause = sampleProblem({ key: 'cause', since: 10, incident });
  const effect = sampleProblem({ key: 'effect', since: 20, incident });
  const tree = problemRows([cause, effect, one], [], true);
  const told = tree.map(({ key, level, since }) => `${key}: ${level}, ${since.at}`);
  expect(told).toEqual(['cause: cause, 5', 'effect: effect, 20', `one: undefined, ${one.since.at}`]);
  expect(problemRows([cause, effect], [], false).map(({ level }) => level)).toEqual([undefined, undefined]);
});

test('an object that comes and goes tells how often, and within which time', () => {
  const since = { at: 0, known: 'exact' } as const;
  const incident = { root: 'many', since, severity: 'critical', times: 12 } as const;
  const noticed = { key: 'many', title: 'Server outage', since: 0, noticedAt: 480_000 };
  const flaps = sampleProblem({ ...noticed, incident });
  expect(titleWords(flaps)).toBe('Server outage, 12 times in 8m 00s');
});
