import { expect, test } from 'vitest';
import { type AcknowledgedHow, withAcknowledgements } from '../../src/triage/acknowledge.ts';
import { cpuAt, sampleProblem, sentenceOf } from '../support/sample-problem.ts';

const hot = sampleProblem({ key: 'hot', severity: 'warning' });
const other = sampleProblem({ key: 'other', severity: 'warning' });
const how: AcknowledgedHow = { at: 1, until: 100, note: 'Ann looks' };
const known = new Map([['hot', { ...how, severity: hot.severity }]]);

test('only the acknowledged problem is marked, and an unchanged problem stays the same object', () => {
  const marked = new WeakMap();
  const problems = [hot, other];
  const first = withAcknowledgements(problems, known, marked);
  expect(first[0]?.acknowledged).toEqual({ at: 1, until: 100, note: 'Ann looks' });
  expect(first[1]).toBe(other);
  expect(withAcknowledgements(problems, known, marked)[0]).toBe(first[0]);
  expect(sentenceOf(withAcknowledgements([{ ...hot, ...cpuAt(99) }, other], known, marked)[0])).toBe(
    'edge-1a: CPU 99%',
  );
  expect(withAcknowledgements(problems, new Map(), marked)).toBe(problems);
});
