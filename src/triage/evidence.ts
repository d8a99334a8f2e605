import { type JournalExcerpt, journalExcerpt } from '../cluster/journal/excerpt.ts';
import type { SeverityPattern } from '../cluster/journal/words.ts';
import type { ClusterState } from '../cluster/state.ts';
import { nameOf, type Problem, type Subject } from './problem.ts';

/** Lines kept with a problem that has cleared: as many as a screen has room for. */
const KEPT_LINES = 12;

/** What the journal has to say about a problem: the entries around its beginning that are worth reading, best first. */
export function journalEvidence(
  state: ClusterState,
  { since, subject }: Problem,
  limit: number,
  patterns?: readonly SeverityPattern[],
): JournalExcerpt {
  const around = since.at + (state.clockSkew ?? 0);
  return journalExcerpt(state.journal, { around, objects: namesIn(subject), limit, patterns });
}

/** What is kept of the journal when a problem clears. */
export function keptEvidence(
  state: ClusterState,
  problem: Problem,
  patterns: readonly SeverityPattern[],
): JournalExcerpt {
  return journalEvidence(state, problem, KEPT_LINES, patterns);
}

/** Names by which the journal may speak of what a problem concerns. */
export function namesIn(subject: Subject): readonly string[] {
  return subject.kind === 'cluster' ? [] : [nameOf(subject)];
}
