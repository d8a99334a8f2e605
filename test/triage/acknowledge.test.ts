import { expect, test } from 'vitest';
import { type AcknowledgedHow, prune, withAcknowledgements } from '../../src/triage/acknowledge.ts';
import type { Problem } from '../../src/triage/problem.ts';
import { cpuAt, sampleProblem, sentenceOf } from '../support/sample-problem.ts';

const hot = sampleProblem({ key: 'hot', severity: 'warning' });
const other = sampleProblem({ key: 'other', severity: 'warning' });
const how: AcknowledgedHow = { at: 1, until: 100, note: 'Ann looks' };
const known = (of = how) => new Map([['hot', { ...of, severity: hot.severity }]]);

test('an acknowledgement ends at its time, at the end of its problem, and when the problem becomes worse', () => {
  const holds = (problems: readonly Problem[], now: number, acknowledgements = known()) => {
    prune(acknowledgements, new Map(problems.map((one) => [one.key, one])), now);
    return acknowledgements.has('hot');
  };
  expect(holds([hot, other], 99)).toBe(true);
  expect(holds([hot, other], 100)).toBe(false);
  expect(holds([other], 99)).toBe(false);
  expect(holds([{ ...hot, severity: 'critical' }], 99)).toBe(false);
  expect(holds([{ ...hot, severity: 'info' }], 99)).toBe(true);
  expect(holds([hot], 1e15, known({ at: 1, note: '' }))).toBe(true);
});

test('only the acknowledged problem is marked, and an unchanged problem stays the same object', () => {
  const marked = new WeakMap();
  const problems = [hot, other];
  const first = withAcknowledgements(problems, known(), marked);
  expect(first.map(({ acknowledged }) => acknowledged)).toEqual([
    { at: 1, until: 100, note: 'Ann looks' },
    undefined,
  ]);
  expect(first[1]).toBe(other);
  expect(withAcknowledgements(problems, known(), marked)[0]).toBe(first[0]);
  expect(sentenceOf(withAcknowledgements([{ ...hot, ...cpuAt(99) }, other], known(), marked)[0])).toBe(
    'edge-1a: CPU 99%',
  );
  expect(withAcknowledgements(problems, new Map(), marked)).toBe(problems);
});
