import { expect, test } from 'vitest';
import { ENTRY_BYTES, RingFrames } from '../../src/recording/ring-frames.ts';

/** Frames of 1000 bytes each, entries included, that began at these times. */
function framesFrom(...times: readonly number[]) {
  const frames = new RingFrames(1_000);
  for (const from of times) {
    frames.add({ entries: 1, from, bodySize: 5_000 }, Buffer.alloc(1_000 - ENTRY_BYTES));
  }
  return frames;
}

test.each([
  ['all that fits stays', 4_000, 4_000, 99, undefined, 0],
  ['above the limit the oldest go', 2_000, 2_000, 0, 2, 20],
  ['exactly what fits the limit stays', 1_000, 4_000, 0, undefined, 0],
  ['frames before that time are dropped above the small size', 1_000, 4_000, 20, 2, 20],
  ['a frame is before that time when the next one began then', 1_000, 4_000, 10, 1, 10],
  ['a frame is not before that time when the next one began a moment later', 1_000, 4_000, 9, undefined, 0],
  ['frames are dropped only down to the small size', 3_000, 4_000, 30, 1, 10],
])('%s', (_what, modest, limit, upTo, oldest, from) => {
  const frames = framesFrom(0, 10, 20, 30);
  expect(frames.evict(modest, limit, upTo)).toBe(oldest);
  expect(frames.from).toBe(from);
  expect(frames.bytes).toBe((4 - (oldest ?? 0)) * 1_000);
});
