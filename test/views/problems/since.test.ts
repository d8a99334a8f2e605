import { expect, test } from 'vitest';
import { clockTime } from '../../../src/base/format.ts';
import { began, beganWords, lasted, sinceWords } from '../../../src/views/problems/since.ts';

const since = Date.UTC(2026, 0, 15, 3, 12, 7);
const time = clockTime(since);

test.each([
  ['exact', 400, '0s', 'for 0s'],
  ['exact', 28_000, '28s', 'for 28s'],
  ['before', 400, '—', `since ${time} or before`],
  ['before', 28_000, '≥28s', 'for ≥28s'],
] as const)('the duration of a problem that is known %s, after %i ms', (known, after, lasts, words) => {
  const problem = { since: { at: since, known } };
  expect([lasted(problem, since + after), sinceWords(problem, since + after)]).toEqual([lasts, words]);
});

test.each([
  [{ known: 'exact' }, time, time],
  [{ known: 'before' }, `≤${time}`, `${time} or before`],
  [{ known: 'between', from: since - 60_000 }, time, `${time} or up to 1m 00s earlier`],
] as const)('the beginning %j is %s, in words %s', (known, short, words) => {
  const problem = { since: { at: since, ...known } };
  expect([began(problem), beganWords(problem)]).toEqual([short, words]);
});
