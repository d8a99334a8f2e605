import { expect, test } from 'vitest';
import { FrameCache } from '../../src/recording/open-tape.ts';

function cacheOf(limit: number) {
  const cache = new FrameCache(limit);
  const loads: number[] = [];
  const get = (frame: number, size: number) =>
    cache.get(frame, size, async () => {
      loads.push(frame);
      return Buffer.from(`frame ${frame}`);
    });
  return { loads, get };
}

test('frames stay within the limit, and beyond it the least recently used one is dropped', async () => {
  const { loads, get } = cacheOf(100);
  for (const frame of [1, 2, 1, 3, 1, 2]) await get(frame, 50);
  expect(loads).toEqual([1, 2, 3, 2]);
});

test('a frame larger than the limit stays until the next one, and does not reduce the limit for good', async () => {
  const { loads, get } = cacheOf(100);
  await get(1, 500);
  await get(1, 500);
  expect(loads).toEqual([1]);
  for (const frame of [2, 3, 2, 3]) await get(frame, 50);
  expect(loads).toEqual([1, 2, 3]);
});

test('a body that could not be read is read again when it is needed', async () => {
  const cache = new FrameCache(100);
  await expect(cache.get(1, 10, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(String(await cache.get(1, 10, async () => Buffer.from('now')))).toBe('now');
});
