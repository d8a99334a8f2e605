import { type JournalExcerpt, journalExcerpt } from '../cluster/journal/excerpt.ts';
import type { SeverityPattern } from '../cluster/journal/words.ts';
import type { ClusterState } from '../cluster/state.ts';
import { nameOf, type Problem, type Subject } from './problem.ts';

/** The journal's evidence for a problem: the relevant entries around its start, best first. */
export function journalEvidence(
  state: ClusterState,
  { since, subject }: Problem,
  limit: number,
  patterns?: readonly SeverityPattern[],
): JournalExcerpt {
  const around = since.at + (state.clockSkew ?? 0);
  return journalExcerpt(state.journal, { around, objects: namesIn(subject), limit, patterns });
}

/** Names that the journal may use for the subject of a problem. */
export function namesIn(subject: Subject): readonly string[] {
  return subject.kind === 'cluster' ? [] : [nameOf(subject)];
}
