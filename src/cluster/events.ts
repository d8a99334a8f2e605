import type { ClusterEvent } from './state.ts';

const MAX_EVENTS = 200;

/** The newest 200, oldest first; the same array if nothing happened. */
export function addEvents(
  events: readonly ClusterEvent[],
  added: readonly ClusterEvent[],
): readonly ClusterEvent[] {
  return added.length === 0 ? events : [...events, ...added].slice(-MAX_EVENTS);
}
