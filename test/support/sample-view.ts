import type { ClusterState } from '../../src/cluster/state.ts';
import type { View } from '../../src/ui/view.ts';
import { calm, fakeServices } from './fake-services.ts';
import { sampleNow } from './sample-state.ts';

/** The view of a screen: a cluster that is watched live, without problems, unless a test says otherwise. */
export function sampleView(state: ClusterState, changes: Partial<View> = {}): View {
  return {
    state,
    triage: calm,
    now: sampleNow,
    display: { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false },
    facts: fakeServices(state).facts,
    held: false,
    live: true,
    ...changes,
  };
}
