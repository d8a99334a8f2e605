import type { JournalItem, JournalState } from '../cluster/journal-log.ts';
import type { TriageState } from '../triage/engine.ts';
import { worstFirst } from '../triage/rank.ts';

/** The journal as it was at that moment, Unix ms of the server. Nothing older is to be fetched from there. */
export function journalUpTo(journal: JournalState, moment: number): JournalState {
  const { items } = journal;
  // Searched from the new end: the clock of a server may have been set back.
  const end = items.findLastIndex((item) => timeOf(item) <= moment) + 1;
  const then = end === items.length ? items : items.slice(0, end);
  return { ...journal, items: then, totalItems: undefined, lastTimestamp: undefined, olderLoading: false };
}

function timeOf(item: JournalItem): number {
  return item.kind === 'entry' ? item.entry.createDate : item.at;
}

/** What stood and what had cleared at that moment, Unix ms. Reasons have the words of the last time they were told. */
export function triageAt(triage: TriageState, moment: number): TriageState {
  const standing = triage.problems.filter(({ firedAt }) => firedAt <= moment);
  const ended = triage.cleared.filter(({ clearedAt = 0 }) => clearedAt <= moment);
  const stood = triage.cleared
    .filter(({ firedAt, clearedAt = 0 }) => firedAt <= moment && clearedAt > moment)
    .map(({ clearedAt: _, ...problem }) => problem);
  return {
    problems: [...standing, ...stood].sort(worstFirst),
    cleared: ended,
    timeline: triage.timeline
      .filter(({ from }) => from <= moment)
      .map((entry) => (entry.to !== undefined && entry.to > moment ? { ...entry, to: undefined } : entry)),
  };
}
