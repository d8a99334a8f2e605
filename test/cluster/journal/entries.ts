import type { JournalState } from '../../../src/cluster/journal/log.ts';
import { emptyJournal, mergeRound } from '../../../src/cluster/journal/merge.ts';
import { JournalRound } from '../../../src/cluster/journal/round.ts';
import type { JournalEntry } from '../../../src/protocol/journal.ts';

export const entry = (id: number, createDate = id * 10): JournalEntry => ({ id, createDate });

/** Entries newest first, as in a page. */
export const range = (from: number, to: number): JournalEntry[] =>
  Array.from({ length: to - from + 1 }, (_, index) => entry(to - index));

/** A round that read this page, and the journal after it. */
type More = { hasNext?: boolean; capacity?: number | undefined; lastTimestamp?: number };
export function read(list: readonly JournalEntry[], before = emptyJournal, more: More = {}) {
  const { hasNext = false, capacity, lastTimestamp } = more;
  const round = new JournalRound(before);
  round.add(list, hasNext);
  return { round, journal: mergeRound(before, round, { totalItems: undefined, lastTimestamp }, capacity) };
}

/** The ids of the entries, and the kinds of the lines between. */
export const idsOf = ({ items }: Pick<JournalState, 'items'>) =>
  items.map((item) => {
    if (item.kind === 'entry') return item.entry.id;
    return item.kind === 'gap' ? `gap ${item.missing ?? '?'}` : item.kind;
  });
