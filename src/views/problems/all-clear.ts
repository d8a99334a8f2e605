import { clockTime } from '../../base/format.ts';
import { alwaysPolled } from '../../cluster/resources.ts';
import type { ClusterState, ResourceKey } from '../../cluster/state.ts';
import type { TriageState } from '../../triage/engine.ts';

/**
 * Why it is not known yet that nothing is wrong: something was never read, or the rules had too little time. Undefined
 * where it is known.
 */
export function notYetKnown(state: ClusterState, triage: TriageState, now: number): string | undefined {
  const unseen = alwaysPolled.filter(({ key }) => !wasSeen(state, key)).map(({ name }) => name);
  if (unseen.length > 0) return `no problem so far; not read yet: ${[...new Set(unseen)].join(', ')}`;
  const { hotFor, limitFor, healthFor } = triage.thresholds;
  const { since = now } = triage;
  if (now - since >= Math.max(hotFor, limitFor, healthFor)) return undefined;
  // The time of day stands still where an age would be written again each second.
  return `no problem so far, watched since ${clockTime(since)}`;
}

/** A sweep was seen once it has come to its end. */
function wasSeen(state: ClusterState, key: ResourceKey): boolean {
  const { value, updatedAt } = state[key];
  if (value !== null && typeof value === 'object' && 'completedAt' in value)
    return value.completedAt !== undefined;
  return updatedAt !== undefined;
}
