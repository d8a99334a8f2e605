import { expect, test } from 'vitest';
import { contributionOf, isSurprising, type Share } from '../../../src/triage/principles/contribution.ts';

/** `server group had lost`, separated by commas. */
const shares = (rows: string): Share[] =>
  rows.split(', ').map((row) => {
    const [server, group, had, lost] = row.split(' ');
    return { of: { server, group }, had: Number(had), lost: Number(lost) };
  });

test.each([
  ['one server', 'a eu 100 60, b eu 100 0, c us 100 0', 'server', ['a']],
  ['two of different groups', 'a eu 100 60, b eu 100 0, c us 100 50, d us 100 0', 'server', ['a', 'c']],
  ['a whole group, not its servers', 'a eu 100 60, b eu 100 55, c us 100 0, d us 100 0', 'group', ['eu']],
  ['the largest first', 'a eu 100 40, b us 300 120, c us 100 0, d eu 100 0', 'server', ['b', 'a']],
  ['not one that lost only a little', 'a eu 100 90, b eu 100 5, c us 100 0', 'server', ['a']],
])('a loss is explained by %s', (_, of, dimension, values) => {
  const is = contributionOf(shares(of), ['group', 'server']);
  expect([is?.dimension, is?.values.map(({ value }) => value)]).toEqual([dimension, values]);
});

test.each([
  ['nothing is lost', shares('a eu 100 0')],
  ['all lost the same share', shares('a eu 100 30, b eu 100 30, c us 100 30, d us 100 30')],
  ['the dimension is absent', [{ of: {}, had: 100, lost: 50 }]],
])('nothing explains the loss where %s', (_, of) => {
  expect(contributionOf(of, ['group', 'server'])).toBeUndefined();
});

test('of two dimensions with the same answer the first is named', () => {
  const of = [
    { of: { application: 'live', server: 'o1' }, had: 10, lost: 5 },
    { of: { application: 'news', server: 'o2' }, had: 10, lost: 0 },
  ];
  expect(contributionOf(of, ['application', 'server'])?.dimension).toBe('application');
  expect(contributionOf(of, ['server', 'application'])?.dimension).toBe('server');
});

test.each([
  [3, 0.1, false],
  [5, 0.1, true],
  [10, 5, false],
  [15, 5, true],
])('%i events where %f are expected: surprising is %s', (events, expected, is) => {
  expect(isSurprising(events, expected)).toBe(is);
});
