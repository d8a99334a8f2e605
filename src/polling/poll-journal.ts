import { sleep } from '../base/clock.ts';
import type { JournalState } from '../cluster/journal-log.ts';
import { emptyJournal, JOURNAL_CAPACITY, mergeOlder, mergeRound } from '../cluster/journal-merge.ts';
import { entryKey, heldKeys, JournalRound } from '../cluster/journal-round.ts';
import { reduceJournal } from '../cluster/reduce-journal.ts';
import type { ApiResponse } from '../http/api.ts';
import type { JournalPage } from '../protocol/journal.ts';
import { ask, type PollContext, type Poller } from './context.ts';
import { PageSize, refused } from './page-size.ts';

const ROWS = 100;
/** Rows asked for in a burst: a thousand entries a second then take three requests a round. */
const BURST_ROWS = 1_000;
/** Pages read in one round; what lies beyond becomes a line "N entries not read". */
const MAX_PAGES = 8;
/** Pages looked through for older entries: new ones may have pushed them down. */
const OLDER_PAGES = 3;
/** From so many fresh entries on, to read and to sort them in takes milliseconds. */
const MANY = 500;
/** Rounds in a row that may break off on a later page before the first pages are taken alone. */
const BROKEN_ROUNDS = 3;

export interface JournalPoller extends Poller {
  /** The next poll also fetches the page before the oldest entry. False: there is none, or it is on its way. */
  wantOlder(): boolean;
}

/** The journal (A10): its first page, and on until a known entry. */
export function journalPoller(context: PollContext): JournalPoller {
  const { api, clock } = context;
  const size = new PageSize(ROWS, BURST_ROWS);
  // The poller's own copy: the store is updated a moment later, together with the other resources.
  let journal: JournalState = emptyJournal;
  let older = false;
  let broken = 0;

  const page = async (signal: AbortSignal, number: number): Promise<ApiResponse<JournalPage> | undefined> => {
    try {
      return await ask(context, signal, (options) =>
        api.journal({ page: number, rowsPerPage: size.rows }, options),
      );
    } catch (error) {
      if (signal.aborted || !refused(error) || !size.shrink()) throw error;
      return undefined;
    }
  };

  const commit = (response: ApiResponse<JournalPage>, next: JournalState) => {
    const at = clock.now();
    journal = next;
    const { unreadable, generatedAt } = response;
    context.update((state) => reduceJournal(state, next, { value: null, unreadable, generatedAt }, at));
  };

  const readNew = async (signal: AbortSignal): Promise<void> => {
    const first = journal.items.length === 0;
    const round = new JournalRound(journal);
    let last: ApiResponse<JournalPage> | undefined;
    const finish = () => {
      if (!last) return;
      const { totalItems, lastTimestamp } = last.value;
      commit(last, mergeRound(journal, round, { totalItems, lastTimestamp: lastTimestamp ?? undefined }));
    };
    let number = 1;
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      let response: ApiResponse<JournalPage> | undefined;
      try {
        response = await page(signal, number);
      } catch (error) {
        if (last && !signal.aborted && ++broken >= BROKEN_ROUNDS) finish();
        throw error;
      }
      // Smaller pages begin at the top again: what was read is met again, and counted once.
      if (!response) number = 1;
      else {
        last = response;
        const { list, itemsPerPage } = response.value;
        const fewer = size.given(itemsPerPage);
        const complete = round.add(list, hasNext(response.value));
        if (complete || (pages === 0 && isUnchanged(journal, response.value))) break;
        number = !fewer && size.want(BURST_ROWS) ? 1 : number + 1;
      }
    }
    broken = 0;
    // Read in one turn, sorted in in the next, judged after that: keys come in between.
    const many = round.size >= MANY;
    if (many) await sleep(clock, 0);
    signal.throwIfAborted();
    finish();
    if (many) await sleep(clock, 0);
    // What came since the last round will come again; the first page of all says nothing of that.
    size.want(first ? ROWS : Math.ceil(round.size * 1.5));
  };

  const readOlder = async (signal: AbortSignal): Promise<void> => {
    older = false;
    const held = journal.items.reduce((count, item) => count + rowsOf(item), 0);
    const before = journal.items.length;
    let number = Math.floor(Math.max(0, held - 1) / size.rows) + 1;
    let follows = false;
    for (let pages = 0; pages < OLDER_PAGES; pages++, number++) {
      const response = await page(signal, number);
      if (!response) break;
      const { list } = response.value;
      const held = heldKeys(journal.items);
      const touches = list.some((entry) => held.has(entryKey(entry)));
      commit(response, mergeOlder(journal, list, hasNext(response.value), follows));
      follows ||= touches;
      if (journal.olderEnd || journal.items.length > before) break;
    }
  };

  return {
    key: 'journalResource',
    async poll(signal) {
      try {
        await readNew(signal);
        if (older) await readOlder(signal);
      } finally {
        // Still wanted where the new entries could not be read, or where it was asked for a moment too late.
        if (journal.olderLoading && !older) setOlderLoading(false);
      }
      return undefined;
    },
    wantOlder() {
      const { olderEnd, olderLoading, items } = journal;
      if (olderEnd || olderLoading || items.length === 0 || items.length >= JOURNAL_CAPACITY) return false;
      older = true;
      setOlderLoading(true);
      return true;
    },
  };

  function setOlderLoading(olderLoading: boolean): void {
    journal = { ...journal, olderLoading };
    context.update((state) => ({ ...state, journal: { ...state.journal, olderLoading } }));
  }
}

function hasNext(page: JournalPage): boolean {
  return page.hasNext ?? page.currentPage < page.totalPages;
}

/** By the server's own word nothing came since, and nothing on its first page says otherwise. */
function isUnchanged(journal: JournalState, page: JournalPage): boolean {
  if (page.lastTimestamp !== journal.lastTimestamp || page.totalItems !== journal.totalItems) return false;
  const held = heldKeys(journal.items);
  return page.list.every((entry) => held.has(entryKey(entry)));
}

/** Rows of the server's list that an item stands for. */
function rowsOf(item: JournalState['items'][number]): number {
  if (item.kind === 'entry') return 1;
  return item.kind === 'gap' ? (item.missing ?? 0) : 0;
}
