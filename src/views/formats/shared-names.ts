import { listed } from '../../base/format.ts';
import { resources } from '../../cluster/resources.ts';
import type { ClusterState } from '../../cluster/state.ts';

/**
 * Such as `used more than once: server node-1, stream id s-1`: names and ids that several items of the server
 * share. Undefined if there are none.
 */
export function sharedNameWords(state: ClusterState): string | undefined {
  const shared = resources.flatMap(({ key }) => state[key].shared ?? []);
  const words = new Set(shared.map(({ kind, name }) => `${kind} ${name}`));
  return words.size === 0 ? undefined : `used more than once: ${listed([...words])}`;
}
