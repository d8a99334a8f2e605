import { INTERVAL_S } from '../../config/interval.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import { routeSettings } from '../../config/route.ts';
import type { FileTape } from '../../recording/open-tape.ts';
import { recordedInterval } from '../../session/replay-stack.ts';

/** A cluster without a configuration: only its name and its address are known. */
export function bareTarget(name: string, url: string): ClusterTarget {
  return {
    name,
    profile: undefined,
    url,
    username: undefined,
    password: { kind: 'prompt' },
    cloudUrl: undefined,
    apiKey: undefined,
    serverKey: undefined,
    readOnly: false,
    production: false,
    wholeClusterWork: false,
    interval: INTERVAL_S.standard,
    theme: undefined,
    allowHttp: false,
    caFile: undefined,
    reach: routeSettings(),
    thresholds: {},
    journalPatterns: [],
    secretVariables: [],
  };
}

/** The cluster of a recording. Its address is never used: requests go to the recording. */
export function recordedTarget(tape: FileTape, thresholds: ClusterTarget['thresholds'] = {}): ClusterTarget {
  const bare = bareTarget(tape.cluster, 'https://recording.invalid');
  return { ...bare, readOnly: true, interval: recordedInterval(tape), thresholds };
}
