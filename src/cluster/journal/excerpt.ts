import { MINUTE_MS } from '../../base/durations.ts';
import { mentions } from '../../base/mentions.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import { type EntryItem, entriesBetween, type JournalItem, type JournalState } from './log.ts';
import { isNewTemplate, type JournalTemplate, templateOf } from './templates.ts';
import { entrySeverity, isChangeEntry, matchPatterns, type SeverityPattern } from './words.ts';

/** Why an entry is part of an excerpt; the first reason that applies. */
export type ExcerptReason = 'change' | 'warning' | 'new' | 'rare' | 'names the object' | 'routine';

export interface ExcerptEntry {
  /** Identifies writer and kind of message; entries with the same key are one line. */
  readonly group: string;
  readonly item: EntryItem;
  readonly reason: ExcerptReason;
  /** Entries of the same writer and kind in the examined time, including this one. */
  readonly times: number;
}

export interface JournalExcerpt {
  /** Best first. */
  readonly entries: readonly ExcerptEntry[];
  /** Number of entries of that time that are neither shown nor counted in `times`. */
  readonly heldBack: number;
  /** Number of all entries of that time. */
  readonly inTime: number;
}

export interface ExcerptOptions {
  /** The moment that the excerpt is about, Unix ms by the server's clock. */
  readonly around: number;
  /** The examined time, (from, to]; by default the minutes around that moment. */
  readonly from?: number;
  readonly to?: number;
  /** Relevant names: the server, stream, application or group of the problem. */
  readonly objects: readonly string[];
  readonly limit: number;
  readonly patterns?: readonly SeverityPattern[] | undefined;
}

/** A cause is written before its effect lasted long enough to be a problem. */
const BEFORE_MS = 3 * MINUTE_MS;
const AFTER_MS = 2 * MINUTE_MS;
/** Kinds with at most this many entries since the start are rare. */
const RARE_ENTRIES = 5;
const WEIGHTS = { change: 4, critical: 4, warning: 3, info: 0, newKind: 3, rare: 2, named: 2 } as const;

/** Entries of one writer and kind; counted in place, because thousands are grouped each time. */
interface Group {
  item: EntryItem;
  times: number;
  readonly kind: JournalTemplate | undefined;
}

const excerpts = new WeakMap<readonly JournalItem[], Map<string, JournalExcerpt>>();
/** Number of excerpts that are cached for one state of the log: screens ask again with each key press. */
const REMEMBERED_EXCERPTS = 20;

/**
 * The important entries in the minutes around a moment: changes, warnings, rare messages of rare objects, entries
 * that name the objects; repeated ones are one entry. Of equally important ones the closest to the moment is first.
 */
export function journalExcerpt(journal: JournalState, options: ExcerptOptions): JournalExcerpt {
  const known = excerpts.get(journal.items) ?? new Map<string, JournalExcerpt>();
  const { around, from, to, limit, objects } = options;
  const key = JSON.stringify([around, from, to, limit, objects]);
  const excerpt = known.get(key) ?? madeExcerpt(journal, options);
  if (known.size >= REMEMBERED_EXCERPTS) known.clear();
  excerpts.set(journal.items, known.set(key, excerpt));
  return excerpt;
}

/** Entries with the same value are one line of an excerpt. */
export function excerptGroup(entry: JournalEntry): string {
  return `${entry.objectName ?? ''}\n${templateOf(entry)}`;
}

function madeExcerpt(journal: JournalState, options: ExcerptOptions): JournalExcerpt {
  const { around, limit, from = around - BEFORE_MS, to = around + AFTER_MS } = options;
  const items = entriesBetween(journal, from, to).toReversed();
  matchPatterns(
    items.map(({ entry }) => entry),
    options.patterns,
  );
  const isWorth = (item: EntryItem) =>
    worthOf({ item, times: 1, kind: journal.templates.get(templateOf(item.entry)) }, options) > 0;
  // Most entries are worth nothing, and fill rows only where others do not.
  const worthy = grouped(items.filter(isWorth), journal, around);
  const groups = worthy.length < limit ? grouped(items, journal, around) : worthy;
  const shown = groups
    .map((group) => ({ group, worth: worthOf(group, options) }))
    .sort((a, b) => b.worth - a.worth || distance(a.group.item, around) - distance(b.group.item, around))
    .slice(0, Math.max(0, limit))
    .map(({ group }) => group);
  return {
    entries: shown.map((group) => ({
      group: excerptGroup(group.item.entry),
      item: group.item,
      reason: REASONS.find((reason) => weightOf(reason, group, options) > 0) ?? 'routine',
      times: group.times,
    })),
    inTime: items.length,
    heldBack: items.length - shown.reduce((sum, { times }) => sum + times, 0),
  };
}

function distance({ entry }: EntryItem, around: number): number {
  return Math.abs(entry.createDate - around);
}

/** By writer and kind; each group by its entry nearest to `around`. */
function grouped(items: readonly EntryItem[], { templates }: JournalState, around: number): Group[] {
  // Two maps, because building a combined key for each of thousands of entries would take most of the time. There
  // are few kinds and many writers.
  const byKind = new Map<string, { template: JournalTemplate | undefined; byWriter: Map<string, Group> }>();
  const groups: Group[] = [];
  for (const item of items) {
    const text = templateOf(item.entry);
    let kind = byKind.get(text);
    if (!kind) {
      kind = { template: templates.get(text), byWriter: new Map() };
      byKind.set(text, kind);
    }
    const writer = item.entry.objectName ?? '';
    const known = kind.byWriter.get(writer);
    if (!known) {
      const group: Group = { item, times: 1, kind: kind.template };
      kind.byWriter.set(writer, group);
      groups.push(group);
      continue;
    }
    known.times++;
    if (distance(item, around) < distance(known.item, around)) known.item = item;
  }
  return groups;
}

const REASONS = ['change', 'warning', 'new', 'rare', 'names the object'] as const;

/** What a reason adds to the rank of a group; 0 where it does not apply. */
function weightOf(
  reason: (typeof REASONS)[number],
  { item: { entry }, times, kind }: Group,
  { objects, patterns }: ExcerptOptions,
): number {
  switch (reason) {
    case 'change':
      return isChangeEntry(entry) ? WEIGHTS.change : 0;
    case 'warning':
      return WEIGHTS[entrySeverity(entry, patterns)];
    case 'new':
      return isNewTemplate(kind, entry) ? WEIGHTS.newKind : 0;
    case 'rare':
      return Math.max(kind?.count ?? 0, times) <= RARE_ENTRIES ? WEIGHTS.rare : 0;
    case 'names the object': {
      const isNamed = (name: string) => mentions(entry.objectName, name) || mentions(entry.message, name);
      return objects.some(isNamed) ? WEIGHTS.named : 0;
    }
  }
}

/** Asked of thousands of entries each time, so without a loop over the reasons, which takes memory. */
function worthOf(group: Group, options: ExcerptOptions): number {
  return (
    weightOf('change', group, options) +
    weightOf('warning', group, options) +
    weightOf('new', group, options) +
    weightOf('rare', group, options) +
    weightOf('names the object', group, options)
  );
}
