import { expect, test } from 'vitest';
import { sleep } from '../../src/base/clock.ts';
import { ManualClock } from '../support/manual-clock.ts';

test('a sleep whose signal has aborted already ends at once, with its reason', async () => {
  const reason = new Error('left');
  await expect(sleep(new ManualClock(), 1_000, AbortSignal.abort(reason))).rejects.toBe(reason);
});
