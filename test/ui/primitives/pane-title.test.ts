import { expect, test } from 'vitest';
import type { Line } from '../../../src/base/text.ts';
import { titleParts, unreadablePart } from '../../../src/ui/primitives/panel.ts';
import { textOf } from '../../support/drawn-table.ts';

const part = (text: string): Line => [{ text }];
const words = (width: number, ...parts: (Line | undefined)[]) => textOf(titleParts('abc', width, parts));

test('as many parts as fit are shown beside the title, separated by dots', () => {
  // 13 cells for the title and the frame, and 3 for each dot.
  const [most, next, last] = [part('aaaa'), part('bb'), part('c')];
  expect(words(26, most, next, last)).toBe('aaaa · bb · c');
  expect(words(25, most, next, last)).toBe('aaaa · bb');
  expect(words(22, most, next, last)).toBe('aaaa · bb');
  expect(words(21, most, next, last)).toBe('aaaa · c');
  expect(words(17, most, next, last)).toBe('aaaa');
  expect(words(16, most, next, last)).toBe('bb');
});

test('an empty part has no dot', () => {
  expect(words(40, undefined, [], part('a'), [], part('b'))).toBe('a · b');
});

test('unreadable items are counted where there are any', () => {
  expect(unreadablePart([])).toBeUndefined();
  expect(unreadablePart(['x', 'y'].map((path) => ({ path, reason: 'odd', item: false })))).toEqual([
    { text: '2 unreadable', tone: 'warn' },
  ]);
});
