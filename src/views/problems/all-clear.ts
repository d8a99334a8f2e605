import { clockTime, duration } from '../../base/format.ts';
import type { Span } from '../../base/text.ts';
import { staleFor } from '../../cluster/freshness.ts';
import { alwaysPolled } from '../../cluster/resources.ts';
import type { ClusterState, ResourceKey } from '../../cluster/state.ts';
import type { TriageState } from '../../triage/engine.ts';
import { undecidedWords } from './coverage.ts';

/**
 * Why it is not certain that all is well although there is no problem. `isUnread`: something was not read, so that
 * waiting may not help.
 */
export interface Doubt {
  readonly words: string;
  readonly isUnread: boolean;
}

/**
 * Why it is not known that nothing is wrong: the cluster does not answer, something was never read, or the rules had
 * too little time. Undefined if it is known. Every sentence that calls something well asks here first.
 */
export function notYetKnown(state: ClusterState, triage: TriageState, now: number): Doubt | undefined {
  const stale = staleFor(state.dashboard, now);
  if (stale !== undefined)
    return { words: `no answer for ${duration(stale)}: problems are not known`, isUnread: true };
  const unseen = notSeen(state);
  const unread = undecidedWords(state);
  const isFailing = unread !== undefined && alwaysPolled.some(({ key }) => state[key].error);
  if (unseen.length > 0 && !isFailing)
    return { words: `no problem so far; not read yet: ${unseen.join(', ')}`, isUnread: false };
  if (unread !== undefined) return { words: `whether all is well is unknown; ${unread}`, isUnread: true };
  const { hotFor, limitFor, healthFor } = triage.thresholds;
  const { since = now } = triage;
  if (now - since >= Math.max(hotFor, limitFor, healthFor)) return undefined;
  // A time of day instead of an age, because an age would change each second.
  return { words: `no problem so far, watched since ${clockTime(since)}`, isUnread: false };
}

/** Names of the resources that are always polled and were never read completely. */
export function notSeen(state: ClusterState): readonly string[] {
  return [...new Set(alwaysPolled.filter(({ key }) => !wasSeen(state, key)).map(({ name }) => name))];
}

/** What is said where no problem stands: that none is known, or why not even that is. */
export function noProblemSpan(state: ClusterState, triage: TriageState, now: number): Span {
  const doubt = notYetKnown(state, triage, now);
  return doubt ? doubtSpan(doubt) : { text: `✔ ${NO_PROBLEM}`, tone: 'ok' };
}

export const NO_PROBLEM = 'no problem known';

export function doubtSpan({ words, isUnread }: Doubt): Span {
  return isUnread ? { text: `▲ ${words}`, tone: 'warn' } : { text: `○ ${words}`, tone: 'dim' };
}

/** A sweep counts as read once it is complete. */
function wasSeen(state: ClusterState, key: ResourceKey): boolean {
  const { value, updatedAt } = state[key];
  if (value !== null && typeof value === 'object' && 'completedAt' in value)
    return value.completedAt !== undefined;
  return updatedAt !== undefined;
}
