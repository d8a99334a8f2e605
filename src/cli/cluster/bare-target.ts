import { INTERVAL_S } from '../../config/interval.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import { routeSettings } from '../../config/route.ts';

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
