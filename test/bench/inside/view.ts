import type { ClusterState } from '../../../src/cluster/state.ts';
import { noTriage } from '../../../src/triage/engine.ts';
import { defaultThresholds } from '../../../src/triage/thresholds.ts';
import type { View } from '../../../src/ui/view.ts';

/** The view of a state without problems. */
export function viewOf(state: ClusterState, now: number): View {
  return {
    state,
    triage: noTriage(defaultThresholds),
    now,
    display: { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false },
    facts: {
      demo: false,
      production: false,
      readOnly: false,
      insecure: false,
      cloudUrl: undefined,
      username: 'operator',
      version: '0.0.0',
    },
    held: false,
    live: true,
  };
}
