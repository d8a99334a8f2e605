import { expect, test } from 'vitest';
import { fitClauses, problemRows, shortReason, titleWords } from '../../../src/views/problems/rows.ts';
import { sampleProblem } from '../../support/sample-problem.ts';

const reason = 'out 98% of cap (10.2 Gbit/s of 10.3 Gbit/s) · CPU 89%. With it: Viewers unhealthy';

test('a reason that is too long ends with a whole clause, never within a figure', () => {
  expect(fitClauses(reason, 200)).toBe(reason);
  expect(fitClauses(reason, reason.length)).toBe(reason);
  expect(fitClauses(reason, reason.length - 1)).toBe(
    'out 98% of cap (10.2 Gbit/s of 10.3 Gbit/s) · CPU 89% …',
  );
  expect(fitClauses(reason, 55)).toBe('out 98% of cap (10.2 Gbit/s of 10.3 Gbit/s) · CPU 89% …');
  expect(fitClauses(reason, 60)).toBe('out 98% of cap (10.2 Gbit/s of 10.3 Gbit/s) · CPU 89% …');
  expect(fitClauses(reason, 50)).toBe('out 98% of cap (10.2 Gbit/s of 10.3 Gbit/s) …');
  expect(fitClauses(reason, 35)).toBe('out 98% of cap …');
});

test('what comes after a but belongs to what it stands against', () => {
  const text = 'is published, but no byte came in for 4m 06s, 281 viewers wait';
  expect(fitClauses(text, 50)).toBe('is published, but no byte came in for 4m 06s …');
});

test('a clause that leaves most of the room empty gives way to a cut text', () => {
  const text = 'gone, since the power supply of the second rack failed';
  expect(fitClauses(text, 30)).toBe('gone, since the power supply …');
  expect(fitClauses(text, 18)).toBe('gone …');
  expect(fitClauses(text, 19)).toBe('gone, since the po…');
});

const part = (name: string) =>
  ({ severity: 'critical', subject: { kind: 'server', name }, reason: `${name}: gone` }) as const;
const many = sampleProblem({
  key: 'many',
  title: 'Servers gone',
  folded: { count: 1200, first: [part('a'), part('b')] },
});
const one = sampleProblem({ key: 'one', title: 'Server hot' });

test('what a problem is reported for stands below it while it is unfolded', () => {
  const shown = (...unfolded: string[]) =>
    problemRows([many, one], unfolded).map((row) => `${titleWords(row, unfolded)}|${row.reason}`);
  expect(shown()).toEqual(['Servers gone ×1.20k ▸|edge-1a: CPU at 97 %', 'Server hot|edge-1a: CPU at 97 %']);
  expect(shown('many', 'one')).toEqual([
    'Servers gone ×1.20k ▾|edge-1a: CPU at 97 %',
    '|a: gone',
    '|b: gone',
    'Server hot|edge-1a: CPU at 97 %',
  ]);
});

test('what became worse has an arrow', () => {
  expect(titleWords({ ...one, escalated: true }, [])).toBe('↑ Server hot');
});

test.each([
  [{ kind: 'server', name: 'edge' }, 'edge: CPU at 97 %', 'CPU at 97 %'],
  [{ kind: 'server', name: 'edge' }, 'edge is gone', 'is gone'],
  [{ kind: 'server', name: 'edge' }, 'edges are hot', 'edges are hot'],
  [{ kind: 'stream', id: '1', streamKey: 'news', application: 'live' }, 'news on live is bad', 'is bad'],
  [{ kind: 'stream', id: '1', streamKey: 'news' }, 'news on live is bad', 'on live is bad'],
  [{ kind: 'stream', id: '1', streamKey: 'news' }, 'news on  is bad', 'on  is bad'],
] as const)('%j: %j is shortened to %j', (subject, reason, short) => {
  expect(shortReason({ subject, reason })).toBe(short);
});

test.each([
  ['1.20k streams are unhealthy: news, sport and 1.20k more', 'news, sport and 1.20k more'],
  ['1.20k servers are gone', '1.20k servers are gone'],
  ['3 servers fill up: a, b, c', '3 servers fill up: a, b, c'],
])('the count that stands in the title of many is not said twice: %s', (reason, short) => {
  expect(shortReason({ ...many, subject: { kind: 'cluster' }, reason })).toBe(short);
});
