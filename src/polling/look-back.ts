import {
  beginLookback,
  type Lookback,
  type ReadPage,
  withNewerPage,
  withOlderPage,
} from '../cluster/journal/lookback.ts';
import { CastwatchError, describeError } from '../http/errors.ts';
import type { JournalEntry } from '../protocol/journal.ts';
import type { PollContext } from './context.ts';
import { type BackPage, BURST_ROWS, JOURNAL_ROWS } from './journal-pages.ts';
import { journalPages } from './poll-journal.ts';
import type { Loop, Scheduler } from './scheduler.ts';

/** Pause between two pages at normal pace, ms, so that the followed part is polled meanwhile. */
const PAGE_GAP_MS = 50;
/** Pause after a failed page at normal pace, ms. */
const RETRY_MS = 2_000;
/** Most pages that are read to find where newer entries continue. */
const NEWER_TRIES = 5;

/** How often two pages are read again if entries of one date occurred on both. */
const READINGS_AGAIN = 6;

/** When to stop reading older entries. */
export interface JournalGoal {
  readonly direction: 'older' | 'newer';
  /** For the screen: `to 14:03`. */
  readonly words: string;
  /** Whether these entries, just read, contain the goal. */
  reached(fresh: readonly JournalEntry[]): boolean;
}

class EntriesLost extends CastwatchError {
  override readonly name = 'EntriesLost';

  constructor() {
    super('ENTRIES_LOST', 'The server does not list the entries that follow');
  }
}

/** Reads older pages of the journal beside the followed part, as far back as the server has entries. */
export function createLookBack(context: PollContext, scheduler: Scheduler) {
  let pages = journalPages(context);
  let lookback: Lookback | undefined;
  let goal: JournalGoal | undefined;
  let back: number | undefined;
  let previous: { readonly from: number; readonly page: BackPage } | undefined;
  let follows = false;

  const show = (next: Lookback | undefined) => {
    lookback = next;
    context.update((state) => ({ ...state, lookback: next }));
  };

  const readOlder = async (held: Lookback, end: number, signal: AbortSignal): Promise<boolean> => {
    const from = back ?? Math.max(0, end - held.journal.dropped - 1);
    const page = await pages.read(from, signal);
    let read = withOlderPage(held, olderPage(page), follows);
    follows ||= read.touches;
    const before = previous;
    previous = { from, page };
    back = page.next;
    // Entries of one date may be in a different order on each page: an entry that occurs twice means that another
    // one is missing.
    let missing = before ? missingAfter(read, before.page, page) : 0;
    for (let tries = 0; before && missing > 0 && tries < READINGS_AGAIN; tries++) {
      const newer = withOlderPage(read.lookback, olderPage(await pages.read(before.from, signal)), true);
      const older = withOlderPage(newer.lookback, olderPage(await pages.read(from, signal)), true);
      missing -= newer.fresh.length + older.fresh.length;
      read = { ...older, fresh: [...read.fresh, ...newer.fresh, ...older.fresh] };
    }
    show(withProgress(read.lookback, page));
    if (read.lookback.olderEnd || goal?.reached(read.fresh) !== false) return true;
    // One page was not enough, so larger pages are requested.
    if (read.fresh.length > 0) pages.size.want(BURST_ROWS);
    return false;
  };

  const readNewer = async (held: Lookback, end: number, signal: AbortSignal): Promise<boolean> => {
    const { journal } = context.getState();
    let from = end - held.journal.dropped - held.journal.items.length;
    for (let tries = 0; tries < NEWER_TRIES; tries++) {
      const page = await pages.read(Math.max(0, from - pages.size.rows), signal);
      // The older page is read second: entries written meanwhile move from the first page to the second, so that
      // none is missed.
      const list = [...page.response.value.list];
      if (page.older) list.push(...(await pages.read(page.next, signal)).response.value.list);
      const read = withNewerPage(held, list, journal);
      if (read.touches && (read.fresh.length > 0 || from <= 0)) {
        show(withProgress(read.lookback, page));
        return !read.lookback.cut || goal?.reached(read.fresh) !== false;
      }
      from += read.touches ? -pages.size.rows : pages.size.rows;
    }
    throw new EntriesLost();
  };

  const withProgress = (next: Lookback, { next: rows, total }: BackPage): Lookback => {
    const size = Math.max(1, pages.size.rows);
    const place = { page: Math.ceil(rows / size), pages: Math.ceil(total / size) };
    return { ...next, failure: undefined, reading: next.reading && { ...next.reading, ...place } };
  };

  const loop: Loop = scheduler.add({
    name: 'journal, looking back',
    async run(signal) {
      const { journal } = context.getState();
      if (journal.items.length === 0) return undefined;
      const held = lookback ?? beginLookback(journal);
      const end = journal.dropped + journal.items.length;
      try {
        const readPage = goal?.direction === 'newer' ? readNewer : readOlder;
        if (await readPage(held, end, signal)) stop();
      } catch (error) {
        if (signal.aborted) throw error;
        show({ ...held, failure: describeError(error).message });
        throw error;
      }
      return PAGE_GAP_MS;
    },
  });

  const stop = () => {
    goal = undefined;
    loop.every(undefined);
    if (lookback) show({ ...lookback, reading: undefined, failure: undefined });
  };

  return {
    /** Continues until the goal is reached; undefined stops, and what was read is kept. */
    read(next: JournalGoal | undefined) {
      if (!next) return stop();
      goal = next;
      back = undefined;
      previous = undefined;
      follows = false;
      pages.size.want(JOURNAL_ROWS);
      const held = lookback ?? beginLookback(context.getState().journal);
      const { direction, words } = next;
      show({ ...held, failure: undefined, reading: { direction, words, page: undefined, pages: undefined } });
      loop.every(undefined);
      loop.every(RETRY_MS);
    },
    /** Drops what was read. */
    leave() {
      stop();
      pages = journalPages(context);
      if (lookback) show(undefined);
    },
  };
}

function olderPage({ response, older }: BackPage) {
  return { list: response.value.list, hasOlder: older };
}

/**
 * Number of entries that are between the two pages but on neither: at most the number that occurred twice although
 * the page starts after what was read, and at most what the server counts beyond the loaded entries.
 */
function missingAfter({ lookback, fresh }: ReadPage, before: BackPage, page: BackPage): number {
  const { items, dropped, totalItems = page.total } = lookback.journal;
  const { length } = page.response.value.list;
  const begin = (page.older ? page.next : page.total) - length;
  const overlap = Math.max(0, before.next - begin + Math.max(0, page.total - before.total));
  const held = items.filter(({ kind }) => kind === 'entry').length + Math.max(0, dropped);
  const counted = begin + length - Math.max(0, page.total - totalItems);
  return Math.min(length - fresh.length - overlap, counted - held);
}
