import { expect, test } from 'vitest';
import { endKept, markedSpans, wrap } from '../../../src/views/journal/wrap.ts';

test.each([
  ['short', 5, ['short']],
  ['longer', 5, ['longe', 'r']],
  ['one two three', 7, ['one two', 'three']],
  ['one two three', 8, ['one two ', 'three']],
  ['a verylongword', 8, ['a verylo', 'ngword']],
  ['東京ニュース', 5, ['東京', 'ニュ', 'ース']],
  ['', 5, ['']],
])('%j wraps in %i cells as listed', (text, width, rows) => {
  expect(wrap(text, width).map(([from, to]) => text.slice(from, to))).toEqual(rows);
});

test('a match has its own background, as far as it is in the row', () => {
  const text = '0123456789';
  const words = (part: readonly [number, number], ...ranges: (readonly [number, number])[]) =>
    markedSpans(text, part, ranges, { tone: 'info', on: 'match' }).map((span) =>
      span.on ? `[${span.text}]` : span.text,
    );
  expect(words([0, 10], [2, 4], [6, 8])).toEqual(['01', '[23]', '45', '[67]', '89']);
  expect(words([3, 7], [0, 4], [6, 10])).toEqual(['[3]', '45', '[6]']);
  expect(words([3, 7], [0, 3], [7, 10])).toEqual(['3456']);
  expect(words([0, 10], [0, 10])).toEqual(['[0123456789]']);
  expect(words([0, 10], [1, 5], [2, 4], [3, 6])).toEqual(['0', '[1234]', '[5]', '6789']);
});

test.each([
  ['Server version is 5.0.1-build.20261123 (before: 4.8.3)', 40, 'Server version is 5.0.1…(before: 4.8.3)'],
  ['Transcode tasks re-evaluated, no transcoder is free', 40, 'whole'],
  ['Heartbeat answered in 12 ms', 40, 'whole'],
  ['Heartbeat answered in 12 ms', 20, 'whole'],
])('the end of %j stays in %i cells if it has a figure', (text, width, shown) => {
  const parts = endKept(text, width).map(([from, to]) => text.slice(from, to));
  expect(parts.join('…').replace('… ', '…')).toBe(shown === 'whole' ? text : shown);
  if (parts.length > 1) expect(parts.join('…').length).toBe(width);
});
