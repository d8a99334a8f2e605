import type { JournalItem, JournalState } from '../../cluster/journal/log.ts';
import type { TriageState } from '../../triage/engine.ts';
import { inIncidentOrder } from '../../triage/incidents/incident.ts';
import type { Problem } from '../../triage/problem.ts';

/**
 * The journal at that moment (Unix ms of the server): up to the newest entry of the first page at that time
 * (`page`), or up to that time if the page was empty.
 */
export function journalUpTo(journal: JournalState, page: JournalState, moment: number): JournalState {
  const { items } = journal;
  const newest = page.items.at(-1)?.key;
  const known = items.findLastIndex(({ key }) => key === newest);
  // Searched from the newest entry, because the clock of the server may have been set back.
  const last = known >= 0 ? known : items.findLastIndex((item) => itemTime(item) <= moment);
  const then = items.slice(0, last + 1);
  const { totalItems, lastTimestamp } = page;
  return { ...journal, items: then, totalItems, lastTimestamp };
}

function itemTime(item: JournalItem): number {
  return item.kind === 'entry' ? item.entry.createDate : item.at;
}

/**
 * The problems that were current or had cleared at that moment (Unix ms). `known` are the problems as they were
 * then; without them, today's data about these problems is used.
 */
export function triageAt(
  triage: TriageState,
  known: readonly Problem[] | undefined,
  moment: number,
): TriageState {
  return {
    ...triage,
    problems: known ?? stillThere(triage, moment),
    pending: [],
    cleared: triage.cleared.filter(({ clearedAt = 0 }) => clearedAt <= moment),
  };
}

function stillThere({ problems, cleared }: TriageState, moment: number): readonly Problem[] {
  const stood = cleared
    .filter(({ noticedAt, clearedAt = 0 }) => noticedAt <= moment && clearedAt > moment)
    .map(({ clearedAt: _, ...problem }): Problem => ({ ...problem, state: 'standing' }));
  return inIncidentOrder([...problems.filter(({ noticedAt }) => noticedAt <= moment), ...stood]);
}
