import type { ParsedResponse } from '../../protocol/parsed-response.ts';
import { addEvents } from '../events.ts';
import { succeeded } from '../resource.ts';
import type { ClusterEvent, ClusterState } from '../state.ts';
import type { JournalItem, JournalState } from './log.ts';

/** A journal after a round, at `at` (Unix ms, local); its new lines become events. */
export function reduceJournal(
  state: ClusterState,
  journal: JournalState,
  reply: ParsedResponse<null>,
  at: number,
): ClusterState {
  const journalResource = succeeded(state.journalResource, reply, at);
  const events = newItems(state.journal, journal).flatMap((item) => eventOf(item, at) ?? []);
  return { ...state, journal, journalResource, events: addEvents(state.events, events) };
}

/** The appended items; positions include dropped items. */
function newItems(before: JournalState, after: JournalState): readonly JournalItem[] {
  // The first reading finds old restarts, which are not reported.
  if (before.items === after.items || before.items.length === 0) return [];
  return after.items.slice(Math.max(0, before.dropped + before.items.length - after.dropped));
}

function eventOf(item: JournalItem, at: number): ClusterEvent | undefined {
  if (item.kind === 'restart') {
    return { at, kind: 'journal-restart', subject: 'journal', message: 'journal ids start again' };
  }
  if (item.kind !== 'gap') return undefined;
  const message = `${item.missing ?? 'an unknown number of'} entries not read`;
  return { at, kind: 'journal-gap', subject: 'journal', message };
}
