import { count } from '../../base/format.ts';
import { type Line, toned } from '../../base/text.ts';
import { fitLine, sliceLine } from '../../base/width.ts';
import { type ExcerptEntry, excerptGroup, journalExcerpt } from '../../cluster/journal/excerpt.ts';
import type { JournalItem, JournalState } from '../../cluster/journal/log.ts';
import type { SeverityPattern } from '../../cluster/journal/words.ts';
import { entryLook, journalLine, messageColumn } from './line.ts';
import { wrap } from './wrap.ts';

/** The time range moves in steps of this length, ms, so that lines need not be removed one by one. */
const STEP_MS = 5_000;
const NOTABLE: readonly ExcerptEntry['reason'][] = ['change', 'warning', 'new'];

/**
 * The newest entries for a small pane: notable ones, for which at most half of the `rows`, rounded up, are, then routine
 * ones; both oldest first. `now` is Unix ms by the server's clock.
 */
export function journalDigest(
  journal: JournalState,
  now: number,
  rows: number,
  patterns?: readonly SeverityPattern[],
) {
  const around = Math.ceil(now / STEP_MS) * STEP_MS;
  const limit = Math.ceil(rows / 2);
  const excerpt = journalExcerpt(journal, { around, objects: [], limit, patterns });
  const notable = excerpt.entries.filter(({ reason }) => NOTABLE.includes(reason));
  const shown = new Set(notable.map(({ group }) => group));
  const routine: JournalItem[] = [];
  for (let index = journal.items.length - 1; index >= 0 && routine.length < rows - notable.length; index--) {
    const item = journal.items[index];
    if (item && !(item.kind === 'entry' && shown.has(excerptGroup(item.entry)))) routine.push(item);
  }
  const counted = notable.reduce((sum, { times }) => sum + times, 0);
  /** Number of entries of the last minutes that are left out. */
  const heldBack = Math.max(0, excerpt.inTime - counted - routine.length);
  const byTime = (a: ExcerptEntry, b: ExcerptEntry) => a.item.entry.createDate - b.item.entry.createDate;
  return { notable: notable.toSorted(byTime), routine: routine.reverse(), heldBack };
}

export function excerptLine(entry: ExcerptEntry, width: number, patterns?: readonly SeverityPattern[]): Line {
  return withTimes(journalLine(entry.item, width, patterns, timesWords(entry).length), entry, width);
}

/** The same with the whole message, in up to `most` rows. */
export function excerptRows(
  entry: ExcerptEntry,
  width: number,
  most: number,
  patterns?: readonly SeverityPattern[],
): Line[] {
  const first = excerptLine(entry, width, patterns);
  const column = messageColumn(width);
  const message = entry.item.entry.message ?? '';
  const parts = wrap(message, width - column - timesWords(entry).length).slice(0, most);
  if (parts.length < 2) return [first];
  const { message: tone } = entryLook(entry.item.entry, patterns);
  const [head = [], ...rest] = parts.map(([from, to]): Line => toned(message.slice(from, to), tone));
  return [
    withTimes([...sliceLine(first, 0, column), ...head], entry, width),
    ...rest.map((line): Line => [{ text: ' '.repeat(column) }, ...line]),
  ];
}

function withTimes(line: Line, entry: ExcerptEntry, width: number): Line {
  const words = timesWords(entry);
  if (words === '') return line;
  return [...fitLine(line, width - words.length), { text: words, tone: 'accent' }];
}

function timesWords({ times }: ExcerptEntry): string {
  return times === 1 ? '' : ` ×${count(times)}`;
}
