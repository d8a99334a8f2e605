import { count, DASH, dateTime, duration } from '../../base/format.ts';
import { oneLine } from '../../base/safe-text.ts';
import { type Line, type Span, toned } from '../../base/text.ts';
import { fitLine } from '../../base/width.ts';
import type { JournalItem } from '../../cluster/journal/log.ts';
import type { SeverityPattern } from '../../cluster/journal/words.ts';
import { entryTime, type JournalEntry } from '../../protocol/journal.ts';
import type { Term } from './filter.ts';
import { clockBackWords, entryLook, entryTimeCell, journalLine, objectWidth, objectWords } from './line.ts';
import { matchedRanges } from './match.ts';
import { endKept, markedSpans, type Part, wrap } from './wrap.ts';

export interface RowLook {
  readonly width: number;
  readonly wrap: boolean;
  /** The user's patterns, for the severity. */
  readonly patterns?: readonly SeverityPattern[] | undefined;
  readonly highlight: readonly Term[];
  /** The line under the cursor: its matches are highlighted more strongly. */
  readonly current: boolean;
}

/** Most rows of one entry, so that others stay visible; `v` shows all of it. */
const MOST_ROWS = 12;
/** Width of the time and the mark, each with a blank. */
const TIME_AND_MARK_COLUMNS = 11;

export function journalRows(item: JournalItem, look: RowLook): Line[] {
  if (item.kind !== 'entry') return [journalLine(item, look.width)];
  const { entry } = item;
  const columns = journalColumns(look.width);
  const marks = entryLook(entry, look.patterns);
  const head: Line = [
    entryTimeCell(entry),
    { text: `${marks.sign} `, tone: marks.tone },
    ...fieldCell(objectWords(entry, look.width), 'object', columns.object, look),
    ...(columns.thread > 0 ? fieldCell(entry.threadName, 'thread', columns.thread, look) : []),
  ];
  const message = oneLine(entry.message ?? DASH);
  const ranges = matchedRanges(look.highlight, 'any', message);
  const spans = (part: Part): Span[] =>
    markedSpans(message, part, ranges, { tone: marks.message, on: look.current ? 'matchCurrent' : 'match' });
  if (!look.wrap) {
    const [start, end] = endKept(message, columns.message).map(spans);
    const left: Line = end ? [{ text: '…', tone: 'dim' }, ...end] : [];
    return [[...head, ...(start ?? []), ...left]];
  }
  const indent: Line = [{ text: ' '.repeat(look.width - columns.message) }];
  const parts = wrap(message, columns.message);
  const rows = parts
    .slice(0, MOST_ROWS)
    .map((part, row): Line => [...(row === 0 ? head : indent), ...spans(part)]);
  if (parts.length > MOST_ROWS) {
    rows.push([
      ...indent,
      { text: `... ${count(parts.length - MOST_ROWS)} more rows, v shows all`, tone: 'dim' },
    ]);
  }
  return rows;
}

export function journalRowCount(item: JournalItem, width: number, wrapped: boolean): number {
  if (!wrapped || item.kind !== 'entry') return 1;
  const parts = wrap(oneLine(item.entry.message ?? DASH), journalColumns(width).message).length;
  return parts > MOST_ROWS ? MOST_ROWS + 1 : parts;
}

function journalColumns(width: number): { object: number; thread: number; message: number } {
  const object = width >= 60 ? objectWidth(width) : Math.max(6, Math.floor(width / 4));
  const thread = width >= 130 ? 16 : 0;
  return {
    object,
    thread,
    message: Math.max(1, width - TIME_AND_MARK_COLUMNS - object - 1 - (thread > 0 ? thread + 1 : 0)),
  };
}

/** A field of an entry in exactly `width` cells, and a blank. */
function fieldCell(
  value: string | null | undefined,
  field: 'object' | 'thread',
  width: number,
  look: RowLook,
): Line {
  const text = oneLine(value ?? DASH);
  const ranges = matchedRanges(look.highlight, field, text);
  const spans = markedSpans(text, [0, text.length], ranges, {
    tone: field === 'object' ? 'info' : 'dim',
    on: look.current ? 'matchCurrent' : 'match',
  });
  return [...fitLine(spans, width), { text: ' ' }];
}

export function dayLine(at: number): Line {
  return toned(`── ${dateTime(at).slice(0, 10)} ──`, 'title');
}

/** An entry as text for the clipboard and for files: date, object, thread, message. */
export function journalText(item: JournalItem): string {
  if (item.kind === 'gap')
    return `-- ${item.missing === undefined ? 'some' : item.missing} entries not read --`;
  if (item.kind === 'restart') return `-- the journal starts again here (${dateTime(item.at)}) --`;
  if (item.kind === 'clock') return `-- ${clockBackWords(item.by)} --`;
  const { objectName, threadName, message } = item.entry;
  return `${dateTime(entryTime(item.entry))}  ${objectName ?? DASH}  [${threadName ?? DASH}]  ${message ?? DASH}`;
}

function withMilliseconds(at: number | undefined): string {
  return at === undefined ? DASH : `${dateTime(at)}.${String(Math.trunc(at) % 1000).padStart(3, '0')}`;
}

function aheadWords({ ahead }: JournalEntry): string {
  if (ahead === undefined) return '';
  return `, ${duration(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} the server's clock`;
}

export function entryLines(entry: JournalEntry, width: number): Line[] {
  const field = (label: string, text: string): Line => [{ text: label.padEnd(9), tone: 'dim' }, { text }];
  const lines = [
    field('Time', withMilliseconds(entryTime(entry)) + aheadWords(entry)),
    field('Object', entry.objectName ?? DASH),
    field('Thread', entry.threadName ?? DASH),
    field('Id', entry.id === undefined ? DASH : String(entry.id)),
    [],
  ];
  for (const paragraph of (entry.message ?? DASH).split(/\r?\n/)) {
    const text = oneLine(paragraph, 20_000);
    for (const [from, to] of wrap(text, width)) lines.push([{ text: text.slice(from, to) }]);
  }
  return lines;
}
