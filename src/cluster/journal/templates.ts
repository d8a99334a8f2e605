import type { JournalEntry } from '../../protocol/journal.ts';

/** One kind of message, independent of the numbers, ids, addresses and names in it. */
export interface JournalTemplate {
  /** Entries of this kind since castwatch was started. */
  readonly count: number;
  /** Dates of its first and its latest entry, Unix ms by the server's clock. */
  readonly first: number;
  readonly last: number;
  /** It was among the entries of the first reading, so it does not count as new. */
  readonly opening: boolean;
}

/** The kinds of messages in a session, by their template; the least recently seen one is first. */
export type JournalTemplates = ReadonlyMap<string, JournalTemplate>;

/**
 * Most kinds that are remembered. If every message of a server is different, the least recently seen kinds are
 * removed.
 */
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

/**
 * The kind of an entry: the type of its writer (`Stream`, `Server`), and its message without the variable parts.
 */
export function templateOf(entry: JournalEntry): string {
  let text = known.get(entry);
  if (text === undefined) {
    const writer = (entry.objectName ?? '').split(':', 1)[0] ?? '';
    text = `${normaliseMessage(writer)}: ${normaliseMessage(entry.message ?? '')}`;
    known.set(entry, text);
  }
  return text;
}

/** A message with placeholders for numbers, ids, addresses, hexadecimal numbers and quoted names. */
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

/** The table with these entries counted. `opening`: they belong to the first reading. */
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

/** Whether an entry is of a kind that was first seen in this session only minutes ago. */
export function isNewEntryKind(templates: JournalTemplates, entry: JournalEntry): boolean {
  return isNewTemplate(templates.get(templateOf(entry)), entry);
}

/** The same, for a template that the caller has already looked up. */
export function isNewTemplate(template: JournalTemplate | undefined, entry: JournalEntry): boolean {
  return template !== undefined && !template.opening && entry.createDate <= template.first + NEW_FOR_MS;
}
