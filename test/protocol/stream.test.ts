import { expect, test } from 'vitest';
import { hasOwnId, streamSchema } from '../../src/protocol/stream.ts';

test('a stream without an id gets one of its application and key, which the server does not know', () => {
  const named = streamSchema.parse({ application: 'live', streamKey: 'cam-1' });
  expect(named).toMatchObject({ id: 'live/cam-1', streamKey: 'cam-1' });
  expect(hasOwnId(named)).toBe(false);
  expect(hasOwnId(streamSchema.parse({ id: 's-1', application: 'live', streamKey: 'cam-1' }))).toBe(true);
});

test('a stream with an id alone is called by it, and one with neither is refused', () => {
  expect(streamSchema.parse({ id: 's-1' })).toMatchObject({ id: 's-1', streamKey: 's-1' });
  expect(streamSchema.safeParse({ application: 'live' }).success).toBe(false);
});
