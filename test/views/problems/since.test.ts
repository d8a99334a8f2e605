import { expect, test } from 'vitest';
import { clockTime } from '../../../src/base/format.ts';
import { began, beganWords, lasted, sinceWords } from '../../../src/views/problems/since.ts';

const since = Date.UTC(2026, 0, 15, 3, 12, 7);
const time = clockTime(since);

test.each([
  {
    name: 'it began while castwatch watched',
    known: 'exact' as const,
    after: 400,
    lasts: '0s',
    words: 'for 0s',
  },
  { name: 'the same later', known: 'exact' as const, after: 28_000, lasts: '28s', words: 'for 28s' },
  {
    name: 'the first look',
    known: 'before' as const,
    after: 400,
    lasts: '—',
    words: `since ${time} or before`,
  },
  { name: 'the same later', known: 'before' as const, after: 28_000, lasts: '≥28s', words: 'for ≥28s' },
])('the duration of a problem: $name, $after ms', ({ known, after, lasts, words }) => {
  const problem = { since: { at: since, known } };
  expect(lasted(problem, since + after)).toBe(lasts);
  expect(sinceWords(problem, since + after)).toBe(words);
});

test('its beginning, short and in words', () => {
  const exact = { since: { at: since, known: 'exact' } } as const;
  const before = { since: { at: since, known: 'before' } } as const;
  expect(began(exact)).toBe(time);
  expect(began(before)).toBe(`≤${time}`);
  expect(beganWords(exact)).toBe(time);
  expect(beganWords(before)).toBe(`${time} or before`);
  const between = { since: { at: since, known: 'between', from: since - 60_000 } } as const;
  expect(began(between)).toBe(time);
  expect(beganWords(between)).toBe(`${time} or up to 1m 00s earlier`);
});
