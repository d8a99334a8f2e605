import { expect, test } from 'vitest';
import {
  CLUSTER_LIMIT,
  CONTINUED,
  cellBytes,
  cellCode,
  cellText,
  clustersFull,
  forgetClusters,
} from '../../../src/ui/terminal/cells.ts';

const family = '👩‍👩‍👧';

test.each(['a', 'é', '日', '🎉', 'e\u0301', family])(
  'a cell of %j is a number that gives back its text and bytes',
  (text) => {
    const code = cellCode(text);
    expect([cellText(code), cellBytes(code)]).toEqual([text, Buffer.byteLength(text)]);
    expect(cellCode(text)).toBe(code);
  },
);

test('a single code point is its own number; longer texts have numbers above all code points', () => {
  expect([cellCode('a'), cellCode('🎉')]).toEqual([0x61, 0x1f389]);
  expect(cellCode(family)).toBeGreaterThan(CONTINUED);
  expect(cellCode('e\u0301')).not.toBe(cellCode('e\u0302'));
});

test('20,000 texts of several code points are kept, then they are dropped', () => {
  forgetClusters();
  const first = cellCode('a\u0300');
  for (let index = 1; index < CLUSTER_LIMIT; index++) {
    expect(clustersFull()).toBe(false);
    cellCode(`a${String.fromCodePoint(0x300 + (index % 100))}${String.fromCodePoint(0x4e00 + index)}`);
  }
  expect([CLUSTER_LIMIT, clustersFull()]).toEqual([20_000, true]);
  forgetClusters();
  expect([clustersFull(), cellText(first)]).toEqual([false, '\uFFFD']);
  expect(cellCode('b\u0300')).toBe(first);
});
