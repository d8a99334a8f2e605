import { expect, test } from 'vitest';
import { problemRows, titleWords } from '../../../src/views/problems/rows.ts';
import { samplePart, sampleProblem, sentenceOf, wordsOnly } from '../../support/sample-problem.ts';

const part = (name: string) =>
  samplePart(
    { severity: 'critical', subject: { kind: 'server', name } },
    wordsOnly({ reason: `${name}: gone` }),
  );
const many = sampleProblem({
  key: 'many',
  title: 'Servers gone',
  folded: { count: 1200, first: [part('a'), part('b')] },
});
const one = sampleProblem({ key: 'one', title: 'Server hot' });

test('an unfolded problem has its parts below it', () => {
  const shown = (...unfolded: string[]) =>
    problemRows([many, one], unfolded).map((row) => `${titleWords(row, unfolded)}|${sentenceOf(row)}`);
  expect(shown()).toEqual(['Servers gone ×1.20k ▸|edge-1a: CPU at 97 %', 'Server hot|edge-1a: CPU at 97 %']);
  expect(shown('many', 'one')).toEqual([
    'Servers gone ×1.20k ▾|edge-1a: CPU at 97 %',
    '|a: gone',
    '|b: gone',
    'Server hot|edge-1a: CPU at 97 %',
  ]);
});

test('a problem that became worse has an arrow', () => {
  expect(titleWords({ ...one, escalated: true }, [])).toBe('↑ Server hot');
});

test('a row of many names its own object, also where no more was kept of it', () => {
  const [, first] = problemRows([many], ['many']);
  expect(first?.names).toEqual([{ kind: 'server', name: 'a' }]);
});
