import { expect, test, vi } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { isSlow, matchRanges, testTexts } from '../../src/base/limited-regex.ts';

const evil = `${'a'.repeat(60)}!`;

test('texts are tested with each expression, however many there are', () => {
  const texts = Array.from({ length: 1_201 }, (_, n) => `entry ${n}`);
  const [ends, all] = testTexts([/0$/, /^entry/], texts);
  expect(ends?.filter(Boolean)).toHaveLength(121);
  expect(all).toEqual(texts.map(() => true));
  expect(testTexts([/x/], [])).toEqual([[]]);
});

test('with the flag g each text is searched from its beginning', () => {
  const global = /a/g;
  global.lastIndex = 1;
  expect(testTexts([global], ['a', 'ba', 'a'])).toEqual([[true, true, true]]);
});

test('an expression that takes too long is given up, and the others keep their answers', () => {
  const slow = /^(a+)+$/;
  expect(testTexts([slow, /!$/], [evil, 'b'])).toEqual([undefined, [true, false]]);
  expect([isSlow(slow), isSlow(/!$/)]).toEqual([true, false]);
  expect(matchRanges(slow, 'aaa')).toEqual([]);
  // One hostile line, or a busy machine, does not end it for good.
  const later = systemClock.monotonic() + 300_000;
  const clock = vi.spyOn(systemClock, 'monotonic').mockReturnValue(later);
  expect([isSlow(slow), testTexts([slow], ['aaa'])]).toEqual([false, [[true]]]);
  clock.mockRestore();
  expect(matchRanges(/^(b+)+$/, evil.replaceAll('a', 'b'))).toEqual([]);
  expect(isSlow(/^(b+)+$/)).toBe(true);
});

test('ranges are those of every match that is not empty, at most fifty', () => {
  expect(matchRanges(/e\d/, 'e1 and e2').join(' ')).toBe('0,2 7,9');
  expect(matchRanges(/x*/, 'axxb')).toEqual([[1, 3]]);
  expect(matchRanges(/a/, 'a'.repeat(80))).toHaveLength(50);
});

test('of a long text the first two thousand characters are searched', () => {
  const text = `${'-'.repeat(1_999)}ab`;
  expect(testTexts([/a/, /b/], [text])).toEqual([[true], [false]]);
});
