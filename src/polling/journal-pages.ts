import { byArrival } from '../cluster/journal/clock.ts';
import { entryKey } from '../cluster/journal/round.ts';
import type { ApiResponse, PageQuery } from '../http/api.ts';
import type { JournalEntry, JournalPage } from '../protocol/journal.ts';
import type { PagePlace } from '../protocol/paging.ts';
import type { Order } from './order.ts';
import { PageAsker } from './page-asker.ts';
import { PageSize } from './page-size.ts';

/** Rows asked for at rest. */
export const JOURNAL_ROWS = 100;
/** Rows asked for in a burst: a thousand entries a second then take three requests a round. */
export const BURST_ROWS = 1_000;
/**
 * Of a server that answers oldest first only the last page is read. After so many rounds the first page is read too:
 * the server may have changed its order, and a recording needs a page that is always asked for.
 */
const ROUNDS_PER_LOOK = 30;
/** The last page may move on while it is looked for. */
const LAST_PAGE_TRIES = 3;
const NEWEST_FIRST = { orderBy: 'createDate', order: 'desc' } satisfies Order;

/** Asks for one page of the journal. */
type AskJournal = (paging: PageQuery, signal: AbortSignal) => Promise<ApiResponse<JournalPage>>;

/** A page of the journal, counted from its newest entry, whatever order the server answers in. */
export interface BackPage {
  readonly response: ApiResponse<JournalPage>;
  /** There are entries before those of this page. */
  readonly older: boolean;
  /** How many rows before the newest the next older page begins. */
  readonly next: number;
  /** Rows of the whole journal, by the server. */
  readonly total: number;
  /** Newer rows that cannot be read: whatever page is asked for, the server gives that of its oldest entries. */
  readonly unreached?: number | undefined;
}

interface Cut extends PagePlace {
  readonly response: ApiResponse<JournalPage>;
  readonly totalItems: number;
}

/**
 * Reads the journal (A10) backwards. Newest first is asked for; where the server refuses that, or ignores it and
 * answers oldest first, the pages are counted from the last one.
 */
export class JournalPages {
  readonly size: PageSize;
  readonly #asker: PageAsker;
  readonly #ask: AskJournal;
  readonly #order: Order;
  #oldestFirst = false;
  /** The first page of the server's own order. */
  #top: readonly JournalEntry[] = [];
  #total = 0;
  #rounds = 0;

  /** With an empty `order` the server's own is read. */
  constructor(ask: AskJournal, { rows = JOURNAL_ROWS, order = NEWEST_FIRST as Order } = {}) {
    this.#order = order;
    this.#ask = ask;
    this.size = new PageSize(rows, BURST_ROWS);
    this.#asker = new PageAsker(this.size);
  }

  /** The page with the entry that is `back` rows before the newest one. */
  async read(back: number, signal: AbortSignal): Promise<BackPage> {
    const page = await this.#readRaw(back, signal);
    const { value, generatedAt } = page.response;
    const list = byArrival(value.list, generatedAt);
    if (list === value.list) return page;
    return { ...page, response: { ...page.response, value: { ...value, list: [...list] } } };
  }

  async #readRaw(back: number, signal: AbortSignal): Promise<BackPage> {
    const looks = back === 0 ? this.#rounds++ % ROUNDS_PER_LOOK === 0 : this.#rounds === 0;
    if (looks) {
      const top = await this.#look(signal);
      if (back === 0 && !this.#oldestFirst) return fromTop(top);
    }
    return this.#oldestFirst ? this.#fromEnd(back, signal) : fromTop(await this.#cut(back, signal));
  }

  /** The first page of the server's own order, which shows what order that is. */
  async #look(signal: AbortSignal): Promise<Cut> {
    const top = await this.#cut(0, signal);
    this.#rounds = Math.max(1, this.#rounds);
    if (top.hasNext) this.#oldestFirst = isOldestFirst(top.response.value) ?? this.#oldestFirst;
    this.#total = top.totalItems;
    this.#top = top.response.value.list;
    return top;
  }

  async #fromEnd(back: number, signal: AbortSignal): Promise<BackPage> {
    for (let tries = 1; ; tries++) {
      const cut = await this.#cut(Math.max(0, this.#total - 1 - back), signal);
      const { response, offset, rows, totalItems: total } = cut;
      const { list } = response.value;
      this.#total = total;
      const movedOn = back === 0 && (total > offset + rows || (list.length === 0 && total > 0));
      const isStuck = back === 0 && this.#isTop(list);
      if (movedOn && !isStuck && tries < LAST_PAGE_TRIES) continue;
      if (isStuck) return { response, older: false, next: total, total, unreached: total - list.length };
      return { response, older: offset > 0, next: total - offset, total };
    }
  }

  #isTop(list: readonly JournalEntry[]): boolean {
    const top = new Set(this.#top.map(entryKey));
    return list.length > 0 && list.every((entry) => top.has(entryKey(entry)));
  }

  /** The page with the row at `index` of the server's own order, and where it begins. */
  async #cut(index: number, signal: AbortSignal): Promise<Cut> {
    const { response, place } = await this.#asker.at(
      index,
      this.#order,
      (paging) => this.#ask(paging, signal),
      signal,
    );
    // Without a total there is one more at least: the last page is found step by step.
    const totalItems = place.totalItems ?? place.offset + response.value.list.length + 1;
    return { ...place, response, totalItems };
  }
}

/** Readings of the same pages again where some entries came twice. */
const READINGS_AGAIN = 6;

/**
 * Counts the rows of a reading. Servers may give entries of one date in another order on each page: then what came
 * twice, though nothing was written meanwhile, hides others that did not come.
 */
export class WholeReading {
  #rows = 0;
  /** How many rows from the newest on were read, and how many the readings before reached. */
  #end = 0;
  #firstTotal: number | undefined;
  #written = 0;
  #depth = 0;
  #again = 0;

  add({ response, total, next, older }: BackPage): void {
    const { length } = response.value.list;
    const end = older ? next : total;
    // A larger page begins before the end of the one before it.
    const overlap = Math.max(0, this.#end - (end - length));
    this.#rows += Math.max(0, length - overlap);
    this.#end = Math.max(this.#end, end);
    this.#firstTotal ??= total;
    this.#written = Math.max(0, total - this.#firstTotal);
  }

  /** Whether a reading again is as deep as the one before; a first one always is. */
  get isDeep(): boolean {
    return this.#end >= this.#depth;
  }

  /** Whether to read all again, because the rows were only `entries` different ones. */
  beginsAgain(entries: number): boolean {
    const isWhole = this.#rows - this.#written <= entries || this.#again >= READINGS_AGAIN;
    if (isWhole) return false;
    this.#again++;
    this.#depth = Math.max(this.#depth, this.#end);
    this.#end = 0;
    this.#rows = 0;
    this.#firstTotal = undefined;
    return true;
  }
}

function fromTop({ response, offset, rows, hasNext, totalItems }: Cut): BackPage {
  return { response, older: hasNext, next: offset + rows, total: totalItems };
}

/** The order, by the dates on the first of several pages. Undefined where all dates are equal. */
function isOldestFirst(page: JournalPage): boolean | undefined {
  let rising = 0;
  let falling = 0;
  let before: number | undefined;
  let newest = Number.NEGATIVE_INFINITY;
  for (const { createDate, undated } of page.list) {
    if (undated) continue;
    if (before !== undefined && createDate > before) rising++;
    if (before !== undefined && createDate < before) falling++;
    before = createDate;
    newest = Math.max(newest, createDate);
  }
  if (rising !== falling) return rising > falling;
  return page.lastTimestamp != null && rising === 0 ? page.lastTimestamp > newest : undefined;
}
