import { expect, test } from 'vitest';
import type { JournalItem, JournalState } from '../../../src/cluster/journal/log.ts';
import { journalUpTo, triageAt } from '../../../src/session/past/past-state.ts';
import { calm } from '../../support/fake-services.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';

const { journal } = sampleState();
const gap = (at: number): JournalItem => ({ kind: 'gap', key: `gap@${at}`, missing: 1, at });
const withItems = (...times: readonly number[]): JournalState => ({ ...journal, items: times.map(gap) });
const timesOf = ({ items }: JournalState) => items.map((item) => (item.kind === 'entry' ? 0 : item.at));

test('the journal at a moment ends with the newest entry of the first page at that time', () => {
  // The server set its clock back after the third entry.
  const live = withItems(10, 20, 30, 15, 40);
  const page = { ...withItems(20, 30, 15), totalItems: 7, lastTimestamp: 15 };
  const then = journalUpTo(live, page, 40);
  expect(timesOf(then)).toEqual([10, 20, 30, 15]);
  // The value that the server reported then, not the current one.
  expect(then).toMatchObject({ totalItems: 7, lastTimestamp: 15 });
  expect(timesOf(journalUpTo(live, withItems(10), 40))).toEqual([10]);
});

test.each([
  ['without a page', withItems()],
  ['with a page that is no longer known', withItems(5)],
])('%s, the journal ends with the last entry up to that time, whichever clock it uses', (_what, page) => {
  expect(timesOf(journalUpTo(withItems(10, 20, 30, 15, 40), page, 20))).toEqual([10, 20, 30, 15]);
  expect(timesOf(journalUpTo(withItems(10, 20, 30), page, 20))).toEqual([10, 20]);
  expect(timesOf(journalUpTo(withItems(10), page, 9))).toEqual([]);
});

test('entries are ordered by when they were made', () => {
  const [first, second] = journal.items;
  if (first?.kind !== 'entry' || second?.kind !== 'entry') throw new Error('the sample begins with entries');
  expect(second.entry.createDate).toBeGreaterThan(first.entry.createDate);
  const then = journalUpTo(journal, withItems(), first.entry.createDate);
  expect(then.items.map(({ key }) => key)).toEqual([first.key]);
});

const cleared = sampleProblem({ key: 'cleared', severity: 'warning', noticedAt: 100, clearedAt: 200 });
const standing = sampleProblem({ key: 'standing', severity: 'critical', noticedAt: 150 });
const triage = {
  ...calm,
  problems: [standing],
  cleared: [cleared],
};

test.each([
  [99, [], []],
  [100, ['cleared'], []],
  [150, ['standing', 'cleared'], []],
  [199, ['standing', 'cleared'], []],
  [200, ['standing'], ['cleared']],
])('at %i, problems stand and have cleared as they did then, worst first', (moment, stood, had) => {
  const then = triageAt(triage, undefined, moment);
  expect(then.problems.map(({ key }) => key)).toEqual(stood);
  expect(then.problems.every((problem) => !('clearedAt' in problem))).toBe(true);
  expect(then.cleared.map(({ key }) => key)).toEqual(had);
});

test('a problem has the state and the words of that moment', () => {
  const known = [sampleProblem({ key: 'standing', reason: 'as it was' })];
  expect(triageAt(triage, known, 150).problems).toBe(known);
});
