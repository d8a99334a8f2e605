import { clockTime } from '../../base/format.ts';
import type { Span } from '../../base/text.ts';
import { alwaysPolled } from '../../cluster/resources.ts';
import type { ClusterState, ResourceKey } from '../../cluster/state.ts';
import type { TriageState } from '../../triage/engine.ts';
import { undecidedWords } from './coverage.ts';

/** Why all is not well for sure although no problem stands, and whether that is more than a matter of time. */
export interface Doubt {
  readonly words: string;
  readonly isUnread: boolean;
}

/**
 * Why it is not known yet that nothing is wrong: something was never read, or the rules had too little time. Undefined
 * where it is known.
 */
export function notYetKnown(state: ClusterState, triage: TriageState, now: number): Doubt | undefined {
  const unseen = notSeen(state);
  if (unseen.length > 0)
    return { words: `no problem so far; not read yet: ${unseen.join(', ')}`, isUnread: false };
  const unread = undecidedWords(state);
  if (unread !== undefined) return { words: `whether all is well is unknown; ${unread}`, isUnread: true };
  const { hotFor, limitFor, healthFor } = triage.thresholds;
  const { since = now } = triage;
  if (now - since >= Math.max(hotFor, limitFor, healthFor)) return undefined;
  // The time of day stands still where an age would be written again each second.
  return { words: `no problem so far, watched since ${clockTime(since)}`, isUnread: false };
}

/** Names of what is polled all the time and was never read to its end. */
export function notSeen(state: ClusterState): readonly string[] {
  return [...new Set(alwaysPolled.filter(({ key }) => !wasSeen(state, key)).map(({ name }) => name))];
}

export function doubtSpan({ words, isUnread }: Doubt): Span {
  return isUnread ? { text: `▲ ${words}`, tone: 'warn' } : { text: `○ ${words}`, tone: 'dim' };
}

/** A sweep was seen once it has come to its end. */
function wasSeen(state: ClusterState, key: ResourceKey): boolean {
  const { value, updatedAt } = state[key];
  if (value !== null && typeof value === 'object' && 'completedAt' in value)
    return value.completedAt !== undefined;
  return updatedAt !== undefined;
}
