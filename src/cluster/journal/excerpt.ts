import { MINUTE_MS } from '../../base/durations.ts';
import { mentions } from '../../base/mentions.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import type { JournalItem, JournalState } from './log.ts';
import { isNewTemplate, type JournalTemplate, templateOf } from './templates.ts';
import { entrySeverity, isChangeEntry, matchPatterns, type SeverityPattern } from './words.ts';

/** Why an entry is part of an excerpt; the first reason that applies. */
export type ExcerptReason = 'change' | 'warning' | 'new' | 'rare' | 'names the object' | 'routine';

export interface ExcerptEntry {
  /** Identifies writer and kind of message; entries with the same key are one line. */
  readonly group: string;
  readonly item: Extract<JournalItem, { kind: 'entry' }>;
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
const WEIGHTS = { change: 4, critical: 4, warning: 3, newKind: 3, rare: 2, named: 2 } as const;

/**
 * Objects that are counted and ranked in place, because for a busy journal thousands of entries are grouped each
 * time.
 */
interface Group {
  item: ExcerptEntry['item'];
  times: number;
  readonly kind: JournalTemplate | undefined;
  worth: number;
  reason: ExcerptReason;
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
  const groups = gathered(journal, from, to, around);
  matchPatterns(
    groups.map(({ item }) => item.entry),
    options.patterns,
  );
  for (const group of groups) rank(group, options);
  const worthy = groups.filter(({ worth }) => worth > 0);
  const shown = (worthy.length < limit ? groups : worthy)
    .sort((a, b) => b.worth - a.worth || distance(a.item, around) - distance(b.item, around))
    .slice(0, Math.max(0, limit));
  const inTime = groups.reduce((sum, { times }) => sum + times, 0);
  return {
    entries: shown.map(({ item, times, reason }) => ({
      group: excerptGroup(item.entry),
      item,
      reason,
      times,
    })),
    inTime,
    heldBack: inTime - shown.reduce((sum, { times }) => sum + times, 0),
  };
}

function distance({ entry }: ExcerptEntry['item'], around: number): number {
  return Math.abs(entry.createDate - around);
}

/** Entries of [from, to] by writer and kind; each group by its entry nearest to `around`. */
function gathered({ items, templates }: JournalState, from: number, to: number, around: number): Group[] {
  // Two maps, because building a combined key for each of thousands of entries would take most of the time. There
  // are few kinds and many writers.
  const byKind = new Map<string, { template: JournalTemplate | undefined; byWriter: Map<string, Group> }>();
  const groups: Group[] = [];
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    if (item?.kind !== 'entry' || item.entry.createDate > to) continue;
    if (item.entry.createDate < from) break;
    const text = templateOf(item.entry);
    let kind = byKind.get(text);
    if (!kind) {
      kind = { template: templates.get(text), byWriter: new Map() };
      byKind.set(text, kind);
    }
    const writer = item.entry.objectName ?? '';
    const known = kind.byWriter.get(writer);
    if (!known) {
      const group: Group = { item, times: 1, kind: kind.template, worth: 0, reason: 'routine' };
      kind.byWriter.set(writer, group);
      groups.push(group);
      continue;
    }
    known.times++;
    if (distance(item, around) < distance(known.item, around)) known.item = item;
  }
  return groups;
}

/** Each property of an entry adds to its rank; the first one is the reason why it is shown. */
function rank(group: Group, { objects, patterns }: ExcerptOptions): void {
  const { item, times, kind } = group;
  const { entry } = item;
  const severity = entrySeverity(entry, patterns);
  const isNamed = (name: string) => mentions(entry.objectName, name) || mentions(entry.message, name);
  let first: ExcerptReason | undefined;
  // Called for thousands of groups each time, so without a list of them.
  const mark = (reason: ExcerptReason, holds: boolean, worth: number) => {
    if (!holds) return;
    first ??= reason;
    group.worth += worth;
  };
  mark('change', isChangeEntry(entry), WEIGHTS.change);
  if (severity !== 'info') mark('warning', true, WEIGHTS[severity]);
  mark('new', isNewTemplate(kind, entry), WEIGHTS.newKind);
  mark('rare', Math.max(kind?.count ?? 0, times) <= RARE_ENTRIES, WEIGHTS.rare);
  mark('names the object', objects.some(isNamed), WEIGHTS.named);
  group.reason = first ?? 'routine';
}
