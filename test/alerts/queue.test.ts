import { expect, test } from 'vitest';
import { createQueue } from '../../src/alerts/queue.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { messageOf } from './rig.ts';

test('of too many messages the oldest are given up', () => {
  const queue = createQueue(new ManualClock(1_000));
  const data = messageOf();
  for (let n = 0; n <= 1_000; n++) {
    queue.add({ id: `n${n}`, way: 'webhook', at: n, event: 'raised', summary: '', data });
  }
  expect(queue.take()?.row.id).toBe('n1');
  expect(queue.unstored().find(({ id }) => id === 'n0')).toMatchObject({
    failed: true,
    doneAt: 1_000,
    outcome: 'too many messages were waiting',
  });
});
