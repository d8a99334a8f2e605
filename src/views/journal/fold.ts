import { count } from '../../base/format.ts';
import { type Line, toned } from '../../base/text.ts';
import { fitLine, textWidth } from '../../base/width.ts';
import type { JournalItem } from '../../cluster/journal/log.ts';
import { templateOf } from '../../cluster/journal/templates.ts';
import type { JournalList } from './list.ts';

/** Most entries between two lines that are examined; the others are only counted. */
const MOST_SAMPLED = 500;
/** Most kinds of messages that are named. */
const MOST_KINDS = 3;

/**
 * Fewer folded entries than this have no line of their own, so that the other lines stay together. The total is
 * shown above the log.
 */
const LEAST_NAMED = 10;

/**
 * The number of entries folded before the line at `index`; for the list's count, after the last line. 0 if they are
 * too few for a line.
 */
export function foldedBefore(list: JournalList, index: number): number {
  const { items, dropped } = list.journal;
  const from = index === 0 ? dropped : list.position(index - 1) + 1;
  const to = index === list.count ? dropped + items.length : list.position(index);
  return to - from < LEAST_NAMED ? 0 : to - from;
}

/** The line in place of folded entries: `┄┄ 41 routine: 22 × Viewer connected, 9 × Heartbeat answered ┄┄`. */
export function foldLine(list: JournalList, index: number, width: number): Line {
  const total = foldedBefore(list, index);
  const { items, dropped } = list.journal;
  const to = index === list.count ? items.length : list.position(index) - dropped;
  const kinds = new Map<string, number>();
  for (const item of items.slice(Math.max(to - total, to - MOST_SAMPLED), to)) {
    const kind = kindOf(item);
    if (kind !== '') kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const most = [...kinds].sort((a, b) => b[1] - a[1]).slice(0, MOST_KINDS);
  const named = total <= MOST_SAMPLED ? most.map(([kind, times]) => `${count(times)} × ${kind}`) : [];
  // Kinds that do not fit are left out whole, so that the end of the line is always there.
  const texts = [named, named.slice(0, 2), named.slice(0, 1), []].map((words) => foldText(total, words));
  const text = texts.find((each) => textWidth(each) <= width) ?? foldText(total, []);
  return fitLine(toned(text, 'dim'), width);
}

function foldText(total: number, words: readonly string[]): string {
  return `┄┄ ${count(total)} routine${words.length > 0 ? `: ${words.join(', ')}` : ''} ┄┄`;
}

/** The message up to its first variable part. */
function kindOf(item: JournalItem): string {
  if (item.kind !== 'entry') return '';
  const [, message = ''] = /^[^:]*: (.*)$/s.exec(templateOf(item.entry)) ?? [];
  return message.replace(/[\s:(]*(?:\b(?:in|after|of|from|to|by|for)\s+)?<\w+>.*$/s, '').trim();
}
