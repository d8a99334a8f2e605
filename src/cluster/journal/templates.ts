import type { JournalEntry } from '../../protocol/journal.ts';

/** One kind of message, whatever numbers, ids, addresses and names it was filled with. */
export interface JournalTemplate {
  /** Entries of this kind that came since castwatch was started. */
  readonly count: number;
  /** Dates of its first and its latest entry, Unix ms by the server's clock. */
  readonly first: number;
  readonly last: number;
  /** It was among the entries of the first reading, so it does not count as new. */
  readonly opening: boolean;
}

/** The kinds of messages seen in a session, by their text; the one seen longest ago is first. */
export type JournalTemplates = ReadonlyMap<string, JournalTemplate>;

/** Kinds that are remembered. A server that never repeats itself pushes out the ones seen longest ago. */
const MOST_TEMPLATES = 1_000;
/** How long after its first entry a kind counts as new, ms. */
const NEW_FOR_MS = 600_000;
const MAX_CHARACTERS = 300;

/** In straight or in typographic quotes. */
const QUOTED = /"[^"]*"|\u2018[^\u2019]*\u2019|\u201c[^\u201d]*\u201d|`[^`]*`|(?<!\w)'[^']*'(?!\w)/g;
const ADDRESS =
  /\b[a-z]{2,6}:\/\/\S+|\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b|(?<![\w:])[\da-f]{0,4}(?::[\da-f]{0,4}){3,7}/gi;
const TOKEN = /\w+(?:[.:-]+\w+)*/g;

const known = new WeakMap<JournalEntry, string>();

/** The kind of an entry: what wrote it (`Stream`, `Server`), and its message without what differs each time. */
export function templateOf(entry: JournalEntry): string {
  let text = known.get(entry);
  if (text === undefined) {
    const writer = (entry.objectName ?? '').split(':', 1)[0] ?? '';
    text = `${normaliseMessage(writer)}: ${normaliseMessage(entry.message ?? '')}`;
    known.set(entry, text);
  }
  return text;
}

/** A message with numbers, ids, addresses, hexadecimal and quoted names replaced by what they are. */
export function normaliseMessage(message: string): string {
  return message
    .slice(0, MAX_CHARACTERS)
    .replace(QUOTED, '<name>')
    .replace(ADDRESS, '<address>')
    .replace(TOKEN, (token) => {
      if (!/\d|^(?:v|cs)_/.test(token)) return token;
      return /^[\d.:-]+$/.test(token) ? '<n>' : '<id>';
    });
}

/** The table with these entries counted. `opening`: they are of the first reading. */
export function withTemplates(
  before: JournalTemplates,
  entries: readonly JournalEntry[],
  opening: boolean,
): JournalTemplates {
  if (entries.length === 0) return before;
  const templates = new Map(before);
  for (const entry of entries) {
    const text = templateOf(entry);
    const at = entry.createDate;
    const seen = templates.get(text) ?? { count: 0, first: at, last: at, opening };
    templates.delete(text);
    templates.set(text, {
      ...seen,
      count: seen.count + 1,
      first: Math.min(seen.first, at),
      last: Math.max(seen.last, at),
    });
  }
  for (const text of templates.keys()) {
    if (templates.size <= MOST_TEMPLATES) break;
    templates.delete(text);
  }
  return templates;
}

/** Whether an entry is of a kind that was not seen before in this session, or only minutes before. */
export function isNewEntryKind(templates: JournalTemplates, entry: JournalEntry): boolean {
  return isNewTemplate(templates.get(templateOf(entry)), entry);
}

/** The same, for a template that the caller has already looked up. */
export function isNewTemplate(template: JournalTemplate | undefined, entry: JournalEntry): boolean {
  return template !== undefined && !template.opening && entry.createDate <= template.first + NEW_FOR_MS;
}
