import { type ClusterTarget, resolveTarget } from '../../config/resolve.ts';
import type { FileTape } from '../../recording/open-tape.ts';
import { recordedInterval } from '../../session/replay-stack.ts';

const nothing = { environment: {}, env: {}, config: { path: undefined, file: {} } };

/** A cluster without a configuration: only its name and its address are known. */
export function bareTarget(name: string, url: string): ClusterTarget {
  // A URL alone names a cluster.
  return { ...(resolveTarget({ ...nothing, flags: { url } }) as ClusterTarget), name };
}

/** The cluster of a recording. Its address is never used: requests go to the recording. */
export function recordedTarget(tape: FileTape, thresholds: ClusterTarget['thresholds'] = {}): ClusterTarget {
  const bare = bareTarget(tape.cluster, 'https://recording.invalid');
  return { ...bare, readOnly: true, interval: recordedInterval(tape), thresholds };
}
