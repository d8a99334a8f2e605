import { expect, test } from 'vitest';
import { clockTime } from '../../../src/base/format.ts';
import { began, beganWords, lasted, sinceWords } from '../../../src/views/problems/since.ts';

const since = Date.UTC(2026, 0, 15, 3, 12, 7);
const time = clockTime(since);

test.each([
  { name: 'it began while castwatch watched', beganBefore: false, after: 400, lasts: '0s', words: '0s' },
  { name: 'the same later', beganBefore: false, after: 28_000, lasts: '28s', words: '28s' },
  { name: 'the first look', beganBefore: true, after: 400, lasts: '—', words: `${time} or before` },
  { name: 'the same later', beganBefore: true, after: 28_000, lasts: '≥28s', words: '≥28s' },
])('how long a problem lasts: $name, $after ms', ({ beganBefore, after, lasts, words }) => {
  const problem = { since, beganBefore };
  expect(lasted(problem, since + after)).toBe(lasts);
  expect(sinceWords(problem, since + after)).toBe(words);
});

test('when it began, in short and in words', () => {
  expect(began({ since })).toBe(time);
  expect(began({ since, beganBefore: true })).toBe(`≤${time}`);
  expect(beganWords({ since })).toBe(time);
  expect(beganWords({ since, beganBefore: true })).toBe(`${time} or before`);
});
