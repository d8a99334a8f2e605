import { HOUR_MS } from '../../base/durations.ts';
import { clockTime, duration } from '../../base/format.ts';
import { serversResource, staleFor } from '../../cluster/freshness.ts';
import type { Unreadable } from '../../protocol/parsed-response.ts';
import type { View } from '../view.ts';

/** Data that is not polled counts as old after this time, ms: others may have changed it. */
const OLD_AFTER_MS = HOUR_MS;

/** Age of data that was read on request, ms; undefined if it is not old, or nothing was read. */
export function readLongAgo(at: number | undefined, now: number): number | undefined {
  return at !== undefined && now - at >= OLD_AFTER_MS ? now - at : undefined;
}

/** Time since the last data about the servers, ms; undefined while it is fresh. */
export function staleServers({ state, now }: View): number | undefined {
  return staleFor(serversResource(state), now);
}

/** What could not be read about the servers, from the response that had more of it. */
export function unreadServers({ state }: View): readonly Unreadable[] {
  const [a, b] = [state.dashboard, state.topology].map(({ unreadable }) =>
    unreadable.filter(({ path }) => path.startsWith('data.topology')),
  );
  return (a?.length ?? 0) > (b?.length ?? 0) ? (a ?? []) : (b ?? []);
}

/** A moment of the past, Unix ms, as the user wants times. */
export function agoWords({ display, now }: View, at: number, absolute = clockTime): string {
  return display.times === 'absolute' ? absolute(at) : `${duration(now - at)} ago`;
}
