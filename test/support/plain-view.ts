import type { ClusterState } from '../../src/cluster/state.ts';
import { noTriage } from '../../src/triage/engine.ts';
import { defaultThresholds } from '../../src/triage/thresholds.ts';
import type { View } from '../../src/ui/view.ts';

export const plainDisplay = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;
const off = { demo: false, production: false, readOnly: false, insecure: false };
export const plainFacts = { ...off, cloudUrl: undefined, username: 'operator' };

/** The view of a cluster that is watched live and not yet judged. */
export function plainView(state: ClusterState, now: number): View {
  const triage = noTriage(defaultThresholds);
  return { state, triage, now, display: plainDisplay, facts: plainFacts, held: false, live: true };
}
