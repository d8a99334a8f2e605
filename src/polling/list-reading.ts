import type { ApiResponse, PageQuery } from '../http/api.ts';
import type { Page } from '../protocol/envelope.ts';
import type { PagePlace } from '../protocol/paging.ts';
import { itemsLeftOut, type SharedName, type Unreadable } from '../protocol/parsed-response.ts';
import { ListPass } from './list-pass.ts';
import { ANY_ORDER, isOrdered, type Order } from './order.ts';
import type { PageAsker } from './page-asker.ts';

/**
 * How a list is read: all of it; of a larger one the worst; or, if the server does not sort by the worst, as much as
 * possible.
 */
export type Manner = 'whole' | 'worst' | 'long';

/** A list is read again only within so many pages. */
const MOST_PAGES_AGAIN = 20;

interface ReadingOptions<T> {
  readonly asker: PageAsker;
  readonly identity: (item: T) => string;
  /** The order of a whole list, by a number that an item keeps. */
  readonly order?: Order | undefined;
  readonly worstFirst?: Order | undefined;
  /** Most rows of a list that is read in this manner. */
  readonly most: (manner: Manner) => number;
  /** How many items are expected. */
  readonly expected?: number | undefined;
}

/**
 * Reads a paged list page by page. Items may move between its pages meanwhile. So it asks for an order in which they do
 * not, and lets pages overlap. Where the values do not show that order, it reads again until the distinct items reach
 * the server's total, or nothing new comes.
 */
export class ListReading<T> {
  readonly #options: ReadingOptions<T>;
  #pass: ListPass<T>;
  /** The items that are counted against the greatest total of the passes that they are from. */
  #counted = new Set<string>();
  #greatest = 0;
  #hasNews = false;
  /** What the values showed of the order of the worst. */
  #sorts: boolean | undefined;
  readonly items = new Map<string, T>();
  readonly shared: SharedName[] = [];
  manner: Manner;
  pages = 0;
  ended = false;
  /** The list is read again, because items may be missing. */
  isAgain = false;
  /** Not all pages were read. */
  truncated = true;

  constructor(options: ReadingOptions<T>) {
    this.#options = options;
    this.#pass = new ListPass(options.identity);
    this.manner = this.#mannerFor(options.expected);
  }

  async read<R extends ApiResponse<Page<T>>>(
    send: (paging: PageQuery) => Promise<R>,
    signal: AbortSignal,
  ): Promise<{ readonly response: R; readonly place: PagePlace }> {
    const { asker } = this.#options;
    const { manner } = this;
    const pass = this.#pass;
    const order = (manner === 'worst' ? this.#options.worstFirst : this.#options.order) ?? ANY_ORDER;
    const page =
      manner !== 'worst' && pass.isJoined
        ? await asker.from(pass.begin(asker.rows), order, send, signal)
        : await asker.at(pass.next, order, send, signal);
    const { response, place, plain } = page;
    const { list } = response.value;
    this.pages++;
    this.#count(list);
    this.shared.push(...(response.shared ?? []));
    const sorts = plain ? false : isOrdered(list, order);
    pass.add({ ...response, place, keys: plain || manner === 'worst' ? undefined : keysOf(list, order) });
    this.#greatest = Math.max(this.#greatest, pass.total ?? 0);
    if (manner === 'whole') this.manner = this.#mannerFor(pass.total);
    if (manner === 'worst') this.#sorts = sorts === false ? false : (this.#sorts ?? sorts);
    if (manner === 'worst' && this.#sorts === false) this.#begin('long');
    else if (manner !== this.manner && this.manner === 'worst') this.#begin('worst');
    else this.#endPage();
    return page;
  }

  get isWorstFirst(): boolean {
    return this.manner === 'worst' && this.#sorts === true;
  }

  /** No item that stood all the time can be missing, if the server lists what it counts. */
  get isSure(): boolean {
    const { isEnded, pages, isJoined } = this.#pass;
    return isEnded && (pages === 1 || (isJoined && this.manner !== 'worst'));
  }

  /** Items that the server counts, but that were on no page; at least one if any may be missing. */
  get short(): number {
    const total = this.isSure ? (this.#pass.total ?? 0) : this.#greatest;
    const listed = total - itemsLeftOut(this.unreadable);
    return this.truncated || this.#counted.size >= listed ? 0 : Math.max(1, listed - this.items.size);
  }

  get unreadable(): readonly Unreadable[] {
    return this.#pass.unreadable;
  }

  #mannerFor(total = 0): Manner {
    const { most, worstFirst } = this.#options;
    if (total <= most('whole')) return 'whole';
    return worstFirst ? 'worst' : 'long';
  }

  #begin(manner: Manner): void {
    this.manner = manner;
    this.items.clear();
    this.#beginPass(true);
  }

  #beginPass(countsAgain: boolean): void {
    this.#pass = new ListPass(this.#options.identity);
    this.#hasNews = false;
    if (!countsAgain) return;
    this.#counted = new Set();
    this.#greatest = 0;
  }

  #count(list: readonly T[]): void {
    for (const item of list) {
      const id = this.#options.identity(item);
      this.#hasNews ||= !this.items.has(id);
      this.#counted.add(id);
      this.items.set(id, item);
    }
  }

  #endPage(): void {
    const { isEnded, next } = this.#pass;
    const isLong = next >= this.#options.most(this.manner === 'worst' ? 'worst' : 'long');
    if (isEnded) this.truncated = false;
    if (isEnded) this.#endPass();
    else if (isLong && this.manner === 'worst' && this.#sorts === undefined) this.#begin('long');
    else this.ended = isLong;
  }

  /** The list is read again if items may be missing, another pass may find them, and there is time for it. */
  #endPass(): void {
    const { pages, isMoving, isJoined, isStuck } = this.#pass;
    const isWhole = this.short === 0;
    const mayFind = this.manner !== 'worst' && pages > 1 && !isStuck && (this.#hasNews || isMoving);
    this.ended = isWhole || !mayFind || this.pages + pages > MOST_PAGES_AGAIN;
    this.isAgain ||= !this.ended;
    if (!this.ended) this.#beginPass(isMoving || isJoined);
    // Those of earlier passes have ended.
    else if (isWhole) for (const id of this.items.keys()) if (!this.#counted.has(id)) this.items.delete(id);
  }
}

function keysOf(list: readonly unknown[], { orderBy }: Order): readonly number[] | undefined {
  if (orderBy === undefined) return undefined;
  return list.map((item) => Reflect.get(Object(item), orderBy)).filter((key) => typeof key === 'number');
}
