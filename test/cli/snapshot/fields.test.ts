import { expect, test } from 'vitest';
import { parseFields, pickFields } from '../../../src/cli/snapshot/fields.ts';

const known = ['totals', 'problems', 'cluster'];
const value = {
  cluster: { name: 'eu' },
  totals: { viewers: { value: 7, limit: null }, streams: { value: 2 } },
  problems: [{ key: 'a', since: { at: 'x' }, title: 'A' }, { key: 'b' }],
};

test.each([
  ['cluster', { cluster: { name: 'eu' } }],
  ['problems.key', { problems: [{ key: 'a' }, { key: 'b' }] }],
  ['problems.since.at,problems.key', { problems: [{ key: 'a', since: { at: 'x' } }, { key: 'b' }] }],
  ['totals.viewers,totals.viewers.limit', { totals: { viewers: { value: 7, limit: null } } }],
  ['totals.viewers.limit, cluster', { totals: { viewers: { limit: null } }, cluster: { name: 'eu' } }],
  ['totals.unknown', { totals: {} }],
])('%s picks these members', (text, picked) => {
  expect(pickFields(value, parseFields(text, known))).toEqual(picked);
});

test('without fields nothing is removed, and an unknown one is refused, with the nearest name', () => {
  expect(pickFields(value, undefined)).toBe(value);
  expect(() => parseFields('problem.key', known)).toThrow(/there is no "problem". Did you mean problems\?/);
  expect(() => parseFields('', known)).toThrow(/There are: totals, problems, cluster/);
});
