import { expect, test } from 'vitest';
import { createQueue } from '../../src/alerts/queue.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { alertFor, messageOf } from './rig.ts';

test('of too many messages the oldest are given up, also one that is being sent', () => {
  const queue = createQueue(new ManualClock(1_000));
  const data = messageOf();
  for (let n = 0; n <= 1_000; n++) {
    queue.add({ id: `n${n}`, way: 'webhook', at: n, event: 'raised', summary: '', data });
  }
  expect(queue.take()?.row.id).toBe('n1');
  queue.add({ id: 'n1001', way: 'webhook', at: 1_001, event: 'raised', summary: '', data });
  queue.done('n1', { outcome: 'answered 200', failed: false });
  expect(queue.take()?.row.id).toBe('n2');
  const given = { failed: true, doneAt: 1_000, outcome: 'too many messages were waiting' };
  expect(queue.unstored().find(({ id }) => id === 'n0')).toMatchObject(given);
});

test('an end waits for each message that tells of the same incident, an outage for no milder one', () => {
  const queue = createQueue(new ManualClock(1_000));
  const add = (id: string, event: 'raised' | 'cleared', data: ReturnType<typeof messageOf>) =>
    queue.add({ id, way: 'webhook', at: 0, event, summary: '', data });
  const { id, kind, severity, words } = alertFor('edge-2', { severity: 'warning' });
  const also = [{ id, kind, severity, summary: words.summary, command: words.command }];
  add('both', 'raised', { ...messageOf('raised', alertFor('edge-1', { severity: 'warning' })), also });
  expect(queue.take()?.row.id).toBe('both');
  add('worse', 'raised', messageOf('changed', alertFor('edge-2')));
  add('end', 'cleared', messageOf('cleared', alertFor('edge-2')));
  expect([queue.take()?.row.id, queue.take()]).toEqual(['worse', undefined]);
  for (const id of ['both', 'worse']) queue.done(id, { outcome: 'ok', failed: false });
  expect(queue.take()?.row.id).toBe('end');
});
