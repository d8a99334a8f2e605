import type { ClusterState } from '../../src/cluster/state.ts';
import type { View } from '../../src/ui/view.ts';
import { calm } from './fake-services.ts';
import { plainView } from './plain-view.ts';
import { sampleNow } from './sample-state.ts';

/** The view of a screen: a cluster that is watched live, without problems, unless a test says otherwise. */
export const sampleView = (state: ClusterState, changes: Partial<View> = {}): View => {
  return { ...plainView(state, sampleNow), triage: calm, ...changes };
};
