import { expect, test } from 'vitest';
import {
  acknowledge,
  noAcknowledgements,
  prune,
  unacknowledge,
  withAcknowledgements,
} from '../../src/triage/acknowledge.ts';
import { cpuAt, sampleProblem, sentenceOf } from '../support/sample-problem.ts';

const hot = sampleProblem({ key: 'hot', severity: 'warning' });
const other = sampleProblem({ key: 'other', severity: 'warning' });
const known = acknowledge(noAcknowledgements, hot, { at: 1, until: 100, note: 'Ann looks' });

test('an acknowledgement ends at its time, at the end of its problem, and when the problem becomes worse', () => {
  expect(prune(known, [hot, other], 99)).toBe(known);
  expect(prune(known, [hot, other], 100).size).toBe(0);
  expect(prune(known, [other], 99).size).toBe(0);
  expect(prune(known, [{ ...hot, severity: 'critical' }], 99).size).toBe(0);
  expect(prune(known, [{ ...hot, severity: 'info' }], 99)).toBe(known);
  const open = acknowledge(noAcknowledgements, hot, { at: 1, note: '' });
  expect(prune(open, [hot], 1e15)).toBe(open);
  expect(prune(noAcknowledgements, [hot], 1)).toBe(noAcknowledgements);
  expect(unacknowledge(known, 'hot').size).toBe(0);
});

test('only the acknowledged problem is marked, and an unchanged problem stays the same object', () => {
  const marked = new WeakMap();
  const problems = [hot, other];
  const first = withAcknowledgements(problems, known, marked);
  expect(first.map(({ acknowledged }) => acknowledged)).toEqual([
    { at: 1, until: 100, note: 'Ann looks' },
    undefined,
  ]);
  expect(first[1]).toBe(other);
  expect(withAcknowledgements(problems, known, marked)[0]).toBe(first[0]);
  expect(sentenceOf(withAcknowledgements([{ ...hot, ...cpuAt(99) }, other], known, marked)[0])).toBe(
    'edge-1a: CPU 99%',
  );
  expect(withAcknowledgements(problems, noAcknowledgements, marked)).toBe(problems);
});
