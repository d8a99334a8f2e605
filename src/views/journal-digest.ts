import { count } from '../base/format.ts';
import type { Line } from '../base/text.ts';
import { fitLine } from '../base/width.ts';
import { type ExcerptEntry, groupOf, journalExcerpt } from '../cluster/journal-excerpt.ts';
import type { JournalItem, JournalState } from '../cluster/journal-log.ts';
import type { SeverityPattern } from '../cluster/journal-words.ts';
import { journalLine } from './journal-line.ts';

/** The newest entries for a small pane: those worth reading first, then routine ones. Both oldest first. */
export interface JournalDigest {
  readonly notable: readonly ExcerptEntry[];
  readonly routine: readonly JournalItem[];
  /** Entries of the last minutes that are not among them. */
  readonly heldBack: number;
}

/** The time of the newest entries moves in such steps, ms: a line that goes out of it need not go at once. */
const STEP_MS = 5_000;
const NOTABLE: readonly ExcerptEntry['reason'][] = ['change', 'warning', 'new'];

/** At most half of the `rows` are for what is notable. `now` is Unix ms by the server's clock. */
export function journalDigest(
  journal: JournalState,
  now: number,
  rows: number,
  patterns?: readonly SeverityPattern[],
): JournalDigest {
  const around = Math.ceil(now / STEP_MS) * STEP_MS;
  const limit = Math.floor(rows / 2);
  const excerpt = journalExcerpt(journal, { around, objects: [], limit, patterns });
  const notable = excerpt.entries.filter(({ reason }) => NOTABLE.includes(reason));
  const shown = new Set(notable.map(({ group }) => group));
  const routine: JournalItem[] = [];
  for (let index = journal.items.length - 1; index >= 0 && routine.length < rows - notable.length; index--) {
    const item = journal.items[index];
    if (item && !(item.kind === 'entry' && shown.has(groupOf(item.entry)))) routine.push(item);
  }
  const counted = notable.reduce((sum, { times }) => sum + times, 0);
  const heldBack = Math.max(0, excerpt.inTime - counted - routine.length);
  const byTime = (a: ExcerptEntry, b: ExcerptEntry) => a.item.entry.createDate - b.item.entry.createDate;
  return { notable: notable.toSorted(byTime), routine: routine.reverse(), heldBack };
}

/** A line of an excerpt, with how often its like was written where that is more than once. */
export function excerptLine(
  { item, times }: ExcerptEntry,
  width: number,
  patterns?: readonly SeverityPattern[],
): Line {
  if (times === 1) return journalLine(item, width, patterns);
  const suffix = ` ×${count(times)}`;
  return [
    ...fitLine(journalLine(item, width, patterns), width - suffix.length),
    { text: suffix, tone: 'accent' },
  ];
}
