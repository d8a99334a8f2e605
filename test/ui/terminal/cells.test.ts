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
  'a cell of %j is a number, its text and its bytes',
  (text) => {
    const code = cellCode(text);
    expect([cellText(code), cellBytes(code)]).toEqual([text, Buffer.byteLength(text)]);
    expect(cellCode(text)).toBe(code);
  },
);

test('one code point is that number; more than one are above all of them', () => {
  expect([cellCode('a'), cellCode('🎉')]).toEqual([0x61, 0x1f389]);
  expect(cellCode(family)).toBeGreaterThan(CONTINUED);
  expect(cellCode('e\u0301')).not.toBe(cellCode('e\u0302'));
});

test('20,000 characters of more than one code point are kept, and then forgotten', () => {
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
