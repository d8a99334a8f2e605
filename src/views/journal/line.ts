import { clockTime, count, DASH, duration } from '../../base/format.ts';
import { mentions } from '../../base/mentions.ts';
import { oneLine } from '../../base/safe-text.ts';
import { type Line, type Span, type Tone, toned } from '../../base/text.ts';
import { fit, lineWidth } from '../../base/width.ts';
import type { JournalItem } from '../../cluster/journal/log.ts';
import { entrySeverity, isChangeEntry, type SeverityPattern } from '../../cluster/journal/words.ts';
import { entryTime, type JournalEntry } from '../../protocol/journal.ts';
import { severityLook } from '../formats/tones.ts';
import { endKept } from './wrap.ts';

/** Sign and tone of an entry: its severity, or that it reports a change. */
export interface EntryLook {
  /** One cell wide. */
  readonly sign: string;
  readonly tone: Tone;
  readonly message: Tone;
}

/** Tone of the name of the object that wrote an entry. */
export const OBJECT_TONE = 'info' satisfies Tone;
/** Width of the time and a blank. */
const TIME_COLUMNS = 9;
const CHANGE: EntryLook = { sign: '◆', tone: 'info', message: 'plain' };
const ROUTINE: EntryLook = { sign: ' ', tone: 'plain', message: 'plain' };

/** Only a hint, because messages are free text. */
export function entryLook(entry: JournalEntry, patterns?: readonly SeverityPattern[]): EntryLook {
  const severity = entrySeverity(entry, patterns);
  if (severity !== 'info') {
    const { sign, tone } = severityLook[severity];
    return { sign, tone, message: tone };
  }
  return isChangeEntry(entry) ? CHANGE : ROUTINE;
}

/** Narrower rows leave out what kind of an object wrote an entry, such as `Stream: `: the message needs the room. */
const KINDS_FROM_COLUMNS = 100;

export function objectWidth(width: number): number {
  const most = width < KINDS_FROM_COLUMNS ? 17 : 32;
  return Math.min(most, Math.max(12, Math.floor(width * 0.32)));
}

export function objectWords({ objectName }: JournalEntry, width: number): string {
  const name = oneLine(objectName ?? DASH);
  return width < KINDS_FROM_COLUMNS ? name.replace(/^[A-Z]\w*: (?=\S)/, '') : name;
}

export function messageColumn(width: number): number {
  return TIME_COLUMNS + 2 + objectWidth(width) + 1;
}

/** The line at which the server's clock was set back by `ms`. */
export function clockBackWords(ms: number): string {
  return `the clock of this journal went back ${duration(ms).replace(' 00s', '')}`;
}

/**
 * The time of an entry and a blank; `+` or `-` instead of the blank means that it is ahead of the server's clock,
 * or behind.
 */
export function entryTimeCell(entry: JournalEntry): Span {
  const time = clockTime(entryTime(entry)).padEnd(TIME_COLUMNS - 1);
  const { ahead } = entry;
  if (ahead === undefined) return { text: `${time} `, tone: 'dim' };
  return { text: `${time}${ahead > 0 ? '+' : '-'}`, tone: 'warn' };
}

/**
 * A journal line in one row: time, mark, object, message. The last `reserved` cells stay free for what the caller adds.
 */
export function journalLine(
  item: JournalItem,
  width: number,
  patterns?: readonly SeverityPattern[],
  reserved = 0,
): Line {
  switch (item.kind) {
    case 'gap':
      return toned(
        `── ${item.missing === undefined ? 'some' : count(item.missing)} entries not read ──`,
        'warn',
      );
    case 'restart':
      return toned(`── the journal starts again here (${clockTime(item.at)}) ──`, 'warn');
    case 'clock':
      return toned(`── ${clockBackWords(item.by)} ──`, 'warn');
    case 'entry': {
      const { entry } = item;
      const object = objectWidth(width);
      const look = entryLook(entry, patterns);
      return [
        entryTimeCell(entry),
        { text: look.sign, tone: look.tone },
        { text: ` ${fit(objectWords(entry, width), object)} `, tone: OBJECT_TONE },
        {
          text: shortMessage(entry.message ?? DASH, width - messageColumn(width) - reserved),
          tone: look.message,
        },
      ];
    }
  }
}

/**
 * A journal line in a pane about the object `name`, which its title says: other objects are named before their message.
 */
export function ownJournalLine(item: JournalItem, width: number, name: string): Line {
  if (item.kind !== 'entry') return journalLine(item, width);
  const { entry } = item;
  const look = entryLook(entry);
  const other = mentions(entry.objectName, name) ? '' : `${oneLine(entry.objectName ?? DASH)}  `;
  const head: Line = [
    entryTimeCell(entry),
    { text: look.sign, tone: look.tone },
    { text: ` ${other}`, tone: OBJECT_TONE },
  ];
  return [
    ...head,
    { text: shortMessage(entry.message ?? DASH, width - lineWidth(head)), tone: look.message },
  ];
}

function shortMessage(message: string, width: number): string {
  const text = oneLine(message);
  return endKept(text, width)
    .map(([from, to]) => text.slice(from, to))
    .join('…');
}
