import { expect, test } from 'vitest';
import { FrameCache } from '../../src/recording/open-tape.ts';

test('a body that could not be read is read again when it is needed', async () => {
  const cache = new FrameCache(100);
  await expect(cache.get(1, 10, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(String(await cache.get(1, 10, async () => Buffer.from('now')))).toBe('now');
});
