import { serversResource, staleFor } from '../../cluster/freshness.ts';
import type { View } from '../view.ts';

/** How long nothing has been heard of the servers, ms; undefined while what is known of them is fresh. */
export function staleServers({ state, now }: View): number | undefined {
  return staleFor(serversResource(state), now);
}
