import { HOUR_MS } from '../../base/durations.ts';
import { serversResource, staleFor } from '../../cluster/freshness.ts';
import type { Unreadable } from '../../protocol/parsed-response.ts';
import type { View } from '../view.ts';

/** What is not polled is old after so long, ms: others may have changed it since. */
const OLD_AFTER_MS = HOUR_MS;

/** Age of what was read on request where that is long ago, ms; undefined while it is not, or nothing was read. */
export function readLongAgo(at: number | undefined, now: number): number | undefined {
  return at !== undefined && now - at >= OLD_AFTER_MS ? now - at : undefined;
}

/** How long nothing has been heard of the servers, ms; undefined while what is known of them is fresh. */
export function staleServers({ state, now }: View): number | undefined {
  return staleFor(serversResource(state), now);
}

/** What castwatch could not read of the servers, by the answer that had most of it. */
export function unreadServers({ state }: View): readonly Unreadable[] {
  const [a, b] = [state.dashboard, state.topology].map(({ unreadable }) =>
    unreadable.filter(({ path }) => path.startsWith('data.topology')),
  );
  return (a?.length ?? 0) > (b?.length ?? 0) ? (a ?? []) : (b ?? []);
}
