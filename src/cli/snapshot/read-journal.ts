import { emptyJournal, mergeRound } from '../../cluster/journal/merge.ts';
import { reduceJournal } from '../../cluster/journal/reduce.ts';
import { compareEntries, entryKey, JournalRound } from '../../cluster/journal/round.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { CallOptions } from '../../http/api.ts';
import type { Connection } from '../../http/connect.ts';
import { type BackPage, BURST_ROWS, JournalPages, WholeReading } from '../../polling/journal-pages.ts';
import { entryTime, type JournalEntry } from '../../protocol/journal.ts';
import type { Unreadable } from '../../protocol/parsed-response.ts';
import type { Listing } from './read-pages.ts';

const PAGE_ROWS = 200;
/** Most entries that are read for the rules. */
const JUDGED_LIMIT = 2_000;
/** A server that repeats its entries has no more after this many pages without a new one. */
const MOST_REPEATED_PAGES = 3;
/** Most entries that are read if the user requests a period. */
const ASKED_LIMIT = 10_000;

/** How far back the journal is read. */
export interface JournalReach {
  /** The time that the rules need, ms before the server's current time. */
  readonly judged: number;
  /** The start of the period that the user requests, Unix ms. */
  readonly asked?: number | undefined;
}

/** The part of the journal that could be read. */
export interface JournalListing extends Omit<Listing<JournalEntry>, 'short' | 'isWorstFirst'> {
  readonly limit: number;
  /** Number of newer entries that the server counts but does not return. */
  readonly unreached: number | undefined;
  /** Unix ms from which on the user requests entries; undefined: all that was read. */
  readonly asked: number | undefined;
}

/**
 * Reads the newest page, and older ones as far as requested; the same for every command that judges a single
 * reading.
 */
export async function readJournal(
  api: Pick<Connection['api'], 'journal'>,
  { judged, asked }: JournalReach,
  now: number,
  { signal = new AbortController().signal }: CallOptions,
): Promise<JournalListing> {
  const limit = asked === undefined ? JUDGED_LIMIT : ASKED_LIMIT;
  const pages = new JournalPages((paging) => api.journal(paging, { signal }), { rows: PAGE_ROWS });
  const items = new Map<string, JournalEntry>();
  const unreadable: Unreadable[] = [];
  let page: BackPage | undefined;
  let failure: unknown;
  let more = true;
  let back = 0;
  let repeated = 0;
  const reading = new WholeReading();
  // A server whose pages never end must not block the command.
  for (let count = 0; more && items.size < limit && count < limit; count++) {
    try {
      page = await pages.read(back, signal);
    } catch (error) {
      failure = error;
      break;
    }
    const { value, generatedAt = now, unreadable: notRead } = page.response;
    const since = Math.min(generatedAt - judged, asked ?? generatedAt);
    const known = items.size;
    for (const entry of value.list.toSorted((a, b) => compareEntries(b, a)))
      if (items.size < limit) items.set(entryKey(entry), entry);
    repeated = items.size > known || notRead.length > 0 ? 0 : repeated + 1;
    unreadable.push(...notRead);
    reading.add(page);
    const isReached = value.list.some((entry) => (entryTime(entry) ?? since) < since);
    const isStuck = page.next <= back;
    back = page.next;
    more =
      !isReached &&
      !isStuck &&
      repeated < MOST_REPEATED_PAGES &&
      page.older &&
      (value.list.length > 0 || notRead.some(({ item }) => item));
    if (!more && reading.beginsAgain(items.size)) {
      back = 0;
      unreadable.length = 0;
      more = true;
      pages.size.want(BURST_ROWS);
    }
  }
  const { totalItems } = page?.response.value ?? {};
  return {
    items,
    isRead: page !== undefined,
    totalItems: totalItems ?? (page && !page.older ? items.size : undefined),
    truncated: failure === undefined && (more || (page?.older === true && items.size >= limit)),
    unreadable,
    generatedAt: page?.response.generatedAt,
    failure,
    unreached: page?.unreached,
    limit,
    asked,
  };
}

/** Entries that are known already, in the form of a reading. */
export function listingOf(
  entries: readonly JournalEntry[],
  known: Pick<JournalListing, 'limit'> & Partial<JournalListing>,
): JournalListing {
  return {
    items: new Map(entries.map((entry) => [entryKey(entry), entry])),
    isRead: true,
    totalItems: entries.length,
    truncated: false,
    unreadable: [],
    generatedAt: undefined,
    failure: undefined,
    unreached: undefined,
    asked: undefined,
    ...known,
  };
}

/** The state with this journal, completed at `at` (Unix ms). */
export function withJournal(state: ClusterState, listing: JournalListing, at: number): ClusterState {
  const { items, isRead, totalItems, truncated, unreached, unreadable, generatedAt } = listing;
  if (!isRead) return state;
  const newestFirst = [...items.values()].sort((a, b) => compareEntries(b, a));
  const round = new JournalRound(emptyJournal);
  round.add(newestFirst, truncated);
  const journal = mergeRound(emptyJournal, round, { totalItems, lastTimestamp: undefined, unreached });
  return reduceJournal(state, journal, { value: null, unreadable, generatedAt }, at);
}
