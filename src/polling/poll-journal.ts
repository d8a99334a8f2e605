import { sleep } from '../base/clock.ts';
import { MINUTE_MS } from '../base/durations.ts';
import { withClock } from '../cluster/journal/clock.ts';
import type { JournalState } from '../cluster/journal/log.ts';
import { emptyJournal, mergeRound } from '../cluster/journal/merge.ts';
import { reduceJournal } from '../cluster/journal/reduce.ts';
import { entryKey, heldKeys, JournalRound, journalDoubt, newestEntry } from '../cluster/journal/round.ts';
import type { ApiResponse, PageQuery } from '../http/api.ts';
import { entryTime, type JournalPage } from '../protocol/journal.ts';
import { askApi, type PollContext, type Poller } from './context.ts';
import { type BackPage, BURST_ROWS, JOURNAL_ROWS, JournalPages, WholeReading } from './journal-pages.ts';
import type { Order } from './order.ts';

/** Most pages per round; entries beyond become a line "N entries not read". */
const MAX_PAGES = 8;
/** Most entries per round: those of so many pages of the largest size. */
const MOST_ENTRIES = MAX_PAGES * BURST_ROWS;
/** From this number of new entries on, reading and sorting takes milliseconds. */
const MANY_ENTRIES = 500;
/** Rounds in a row that may fail on a later page before only the first pages are read. */
const BROKEN_ROUNDS = 3;

/** Most entries of the first reading, however short a time they cover. */
const FIRST_MOST = 2_000;

/** Pages of the journal for a poller; each response is a sample of the server's clock. */
export function journalPages(context: PollContext, order?: Order): JournalPages {
  const ask = (paging: PageQuery, signal: AbortSignal) =>
    askApi(context, signal, (options) => context.api.journal(paging, options));
  return new JournalPages(ask, { order });
}

/**
 * The journal (A10): its first page, and further ones until a known entry; at the first reading as far back as
 * `reachMs`. At most `capacity` items stay in memory.
 */
export function journalPoller(context: PollContext, reachMs: number, capacity?: number): Poller {
  const { clock } = context;
  const pages = journalPages(context);
  const unordered = journalPages(context, {});
  // The poller's own copy, because the store is updated slightly later, together with other resources.
  let journal: JournalState = emptyJournal;
  let broken = 0;

  const commit = (response: ApiResponse<JournalPage>, next: JournalState) => {
    const at = clock.now();
    journal = next;
    const reply = { ...response, value: null };
    context.update((state) => reduceJournal(state, next, reply, at));
  };

  const readNew = async (signal: AbortSignal): Promise<void> => {
    const first = journal.items.length === 0;
    let round = new JournalRound(journal);
    let last: ApiResponse<JournalPage> | undefined;
    let setBack: number | undefined;
    const finish = (response: ApiResponse<JournalPage>) => {
      const { totalItems, lastTimestamp } = response.value;
      const { unreached } = page;
      const envelope = {
        totalItems: totalItems ?? undefined,
        lastTimestamp: lastTimestamp ?? undefined,
        unreached,
      };
      commit(
        response,
        mergeRound(
          journal,
          round,
          { ...envelope, setBack, doubt: journalDoubt(journal, round, envelope) },
          capacity,
        ),
      );
    };
    let back = 0;
    let page: BackPage;
    const reading = new WholeReading();
    for (let count = 1; ; count++) {
      try {
        page = await pages.read(back, signal);
      } catch (error) {
        if (last && !signal.aborted && ++broken >= BROKEN_ROUNDS) finish(last);
        throw error;
      }
      last = page.response;
      if (count === 1) {
        journal = withClock(journal, last.value.list, context.skew.sets);
        round = new JournalRound(journal);
      }
      const complete = round.add(last.value.list, page.older);
      reading.add(page);
      const enough = first ? reading.isDeep && isFirstRead(round, page, reachMs, clock.now()) : complete;
      const isFull = count >= MAX_PAGES || round.size >= MOST_ENTRIES;
      if (first && (enough || isFull) && reading.beginsAgain(round.size)) {
        back = 0;
        count = 1;
        continue;
      }
      if (enough || isFull || (count === 1 && isUnchanged(journal, last.value))) break;
      back = page.next;
      if (!first || round.size >= JOURNAL_ROWS) pages.size.want(BURST_ROWS);
    }
    broken = 0;
    const written = (page.response.value.totalItems ?? 0) - (journal.totalItems ?? 0);
    if (!first && round.touches && round.size < written) {
      setBack = setBackBy(journal, page.response, context.skew.sets);
      await readHidden(round, unordered, written, signal);
    }
    // Read in one turn and sorted in the next, so that keys are handled in between.
    if (round.size >= MANY_ENTRIES) await sleep(clock, 0);
    finish(page.response);
    // Entries since the last round will occur again; at the very first page there are none.
    pages.size.want(first ? JOURNAL_ROWS : Math.ceil(round.size * 1.5));
  };

  return {
    key: 'journalResource',
    async poll(signal) {
      await readNew(signal);
      return undefined;
    },
  };
}

/**
 * Reads new entries that are not on the newest pages because the clock was set back: sorted by date they are
 * further down. The server's own order may be that of writing; if not, they are found by a binary search for the
 * server's current time.
 */
async function readHidden(
  round: JournalRound,
  unordered: JournalPages,
  written: number,
  signal: AbortSignal,
): Promise<void> {
  let left = MAX_PAGES;
  const read = async (back: number) => {
    left--;
    const { response, older, next, total } = await unordered.read(back, signal);
    const { list } = response.value;
    const { generatedAt } = response;
    const before = round.size;
    round.addHidden(list, { written, from: (generatedAt ?? 0) - MINUTE_MS });
    const newer = Math.min(next, total) - list.length - 1;
    return { list, generatedAt, older, newer, next, total, isFound: round.size > before };
  };
  const isWanting = () => left > 0 && round.size < written;
  let from = 0;
  let to = Number.POSITIVE_INFINITY;
  let back = 0;
  let page = await read(back);
  while (!page.isFound && isWanting()) {
    const { list, generatedAt, next, total } = page;
    if (generatedAt === undefined) return;
    to = Math.min(to, total);
    if (list.every((entry) => (entryTime(entry) ?? Number.NaN) > generatedAt)) from = next;
    else to = back;
    if (from >= to) return;
    back = Math.floor((from + to) / 2);
    page = await read(back);
  }
  // They may begin on a newer page and end on an older one.
  for (let one = page; one.isFound && one.older && isWanting(); ) one = await read(one.next);
  for (let one = page; one.isFound && one.newer >= 0 && isWanting(); ) one = await read(one.newer);
}

/** By how much the server's clock was set back since the newest loaded entry, ms; undefined if it was not. */
function setBackBy(
  { items }: JournalState,
  { generatedAt }: ApiResponse<JournalPage>,
  sets: readonly number[],
): number | undefined {
  const head = newestEntry(items)?.createDate;
  if (head === undefined || generatedAt === undefined || generatedAt > head - MINUTE_MS) return undefined;
  const by = sets.findLast((set) => set < 0) ?? generatedAt - head;
  return -Math.round(by / 1_000) * 1_000;
}

/**
 * The first reading has no known entry to stop at: it ends after as many entries as one large page has, and at
 * entries older than the reach, by the server's clock.
 */
function isFirstRead(
  round: JournalRound,
  { response, older }: BackPage,
  reachMs: number,
  now: number,
): boolean {
  if (!older || round.size >= FIRST_MOST) return true;
  const from = (response.generatedAt ?? now) - reachMs;
  const isReached = response.value.list.some((entry) => (entryTime(entry) ?? from) < from);
  return round.size >= JOURNAL_ROWS && isReached;
}

/** The server reports no newer entry, and its first page does not contradict that. */
function isUnchanged(journal: JournalState, page: JournalPage): boolean {
  if ((page.lastTimestamp ?? undefined) !== journal.lastTimestamp) return false;
  if ((page.totalItems ?? undefined) !== journal.totalItems) return false;
  const held = heldKeys(journal.items);
  return page.list.every((entry) => held.has(entryKey(entry)));
}
