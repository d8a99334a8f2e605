import { expect, test } from 'vitest';
import { addEvents } from '../../src/cluster/events.ts';
import type { ClusterEvent } from '../../src/cluster/state.ts';

const event = (at: number): ClusterEvent => ({ at, kind: 'restart', subject: 'cluster', message: '' });

test('the newest two hundred events are kept, oldest first', () => {
  let events: readonly ClusterEvent[] = [];
  for (let at = 0; at < 250; at += 2) events = addEvents(events, [event(at), event(at + 1)]);
  expect(events.map(({ at }) => at)).toEqual(Array.from({ length: 200 }, (_, index) => index + 50));
  expect(addEvents(events, [])).toBe(events);
});
