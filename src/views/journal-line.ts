import type { Line, Tone } from '../base/text.ts';
import { fit } from '../base/width.ts';
import type { JournalItem } from '../cluster/journal-log.ts';
import { clockTime, count, DASH } from './format.ts';

/** Words that an operator looks for; a hint for the eye, never a judgement (messages are free text). */
const TROUBLE =
  /\b(error|fail(?:ed|ure)?|lost|timed? ?out|refused|unreachable|dead|died|exceeded|denied|overload(?:ed)?)\b/i;

/** Messages that speak of trouble stand out; entries bear no severity of their own. */
export function messageTone(message: string): Tone {
  return TROUBLE.test(message) ? 'warn' : 'plain';
}

/** Cells of the object's column in a row of `width`. */
export function objectWidth(width: number): number {
  return Math.min(32, Math.max(12, Math.floor(width / 4)));
}

/** A line of the journal in one row: time, object, message. */
export function journalLine(item: JournalItem, width: number): Line {
  switch (item.kind) {
    case 'gap':
      return [
        {
          text: `── ${item.missing === undefined ? 'some' : count(item.missing)} entries not read ──`,
          tone: 'warn',
        },
      ];
    case 'restart':
      return [{ text: `── the journal starts again here (${clockTime(item.at)}) ──`, tone: 'warn' }];
    case 'entry': {
      const { entry } = item;
      const object = objectWidth(width);
      const message = entry.message ?? DASH;
      return [
        { text: clockTime(entry.createDate), tone: 'dim' },
        { text: ` ${fit(entry.objectName ?? DASH, object)} `, tone: 'info' },
        { text: message, tone: messageTone(message) },
      ];
    }
  }
}
