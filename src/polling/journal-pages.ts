import { byArrival } from '../cluster/journal/clock.ts';
import { entryKey } from '../cluster/journal/round.ts';
import type { ApiResponse, PageQuery } from '../http/api.ts';
import type { JournalEntry, JournalPage } from '../protocol/journal.ts';
import type { PagePlace } from '../protocol/paging.ts';
import type { Order } from './order.ts';
import { PageAsker } from './page-asker.ts';
import { PageSize } from './page-size.ts';

/** Rows requested at rest. */
export const JOURNAL_ROWS = 100;
/** Rows requested in a burst: a thousand entries a second then need three requests per round. */
export const BURST_ROWS = 1_000;
/**
 * If a server answers oldest first, only the last page is read. After this many rounds the first page is read as
 * well: the server may have changed its order, and a recording needs a page that is always requested.
 */
const ROUNDS_PER_LOOK = 30;
/** The last page may move while it is searched for. */
const LAST_PAGE_TRIES = 3;
const NEWEST_FIRST = { orderBy: 'createDate', order: 'desc' } satisfies Order;

type AskJournal = (paging: PageQuery, signal: AbortSignal) => Promise<ApiResponse<JournalPage>>;

/** A page of the journal, counted from its newest entry, independent of the server's order. */
export interface BackPage {
  readonly response: ApiResponse<JournalPage>;
  /** There are older entries than those of this page. */
  readonly older: boolean;
  /** Rows between the newest entry and the start of the next older page. */
  readonly next: number;
  /** Rows of the whole journal, as the server reports it. */
  readonly total: number;
  /** Number of newer rows that cannot be read, because the server returns its oldest entries for any page. */
  readonly unreached?: number | undefined;
}

interface Cut extends PagePlace {
  readonly response: ApiResponse<JournalPage>;
  readonly totalItems: number;
}

/**
 * Reads the journal (A10) backwards. It requests newest first; if the server refuses that, or ignores it and
 * answers oldest first, the pages are counted from the last one.
 */
export class JournalPages {
  readonly size: PageSize;
  readonly #asker: PageAsker;
  readonly #ask: AskJournal;
  readonly #order: Order;
  #oldestFirst = false;
  /** The first page in the server's own order. */
  #top: readonly JournalEntry[] = [];
  #total = 0;
  #rounds = 0;

  /** With an empty `order` the server's own order is used. */
  constructor(ask: AskJournal, { rows = JOURNAL_ROWS, order = NEWEST_FIRST as Order } = {}) {
    this.#order = order;
    this.#ask = ask;
    this.size = new PageSize(rows, BURST_ROWS);
    this.#asker = new PageAsker(this.size);
  }

  /** The page with the entry `back` rows before the newest one. */
  async read(back: number, signal: AbortSignal): Promise<BackPage> {
    const page = await this.#readRaw(back, signal);
    const { value, generatedAt } = page.response;
    const list = byArrival(value.list, generatedAt);
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

  /** The first page in the server's own order, which shows what that order is. */
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

  /** The page with the row at `index` in the server's own order, and where it starts. */
  async #cut(index: number, signal: AbortSignal): Promise<Cut> {
    const { response, place } = await this.#asker.at(
      index,
      this.#order,
      (paging) => this.#ask(paging, signal),
      signal,
    );
    // Without a total there is at least one more page: the last one is found step by step.
    const totalItems = place.totalItems ?? place.offset + response.value.list.length + 1;
    return { ...place, response, totalItems };
  }
}

/** How often the same pages are read again if some entries occurred twice. */
const READINGS_AGAIN = 6;

/**
 * Counts the rows of a reading. Servers may return entries of one date in a different order on each page: then an
 * entry that occurs twice, although nothing was written meanwhile, means that another one is missing.
 */
export class WholeReading {
  #rows = 0;
  /** Number of rows read from the newest on, and the number that earlier readings reached. */
  #end = 0;
  #firstTotal: number | undefined;
  #written = 0;
  #depth = 0;
  #again = 0;

  add({ response, total, next, older }: BackPage): void {
    const { length } = response.value.list;
    const end = older ? next : total;
    // A larger page may start before the end of the previous one.
    const overlap = Math.max(0, this.#end - (end - length));
    this.#rows += Math.max(0, length - overlap);
    this.#end = Math.max(this.#end, end);
    this.#firstTotal ??= total;
    this.#written = Math.max(0, total - this.#firstTotal);
  }

  /** Whether a repeated reading is as deep as the previous one; a first one always is. */
  get isDeep(): boolean {
    return this.#end >= this.#depth;
  }

  /** Whether to read everything again, because the rows contained only `entries` different ones. */
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

/** The order, by the dates on the first of several pages. Undefined if all dates are equal. */
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
