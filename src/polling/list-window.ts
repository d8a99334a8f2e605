import { type ListPage, mergePages } from '../cluster/reduce-lists.ts';
import type { ListState } from '../cluster/state.ts';
import type { ApiResponse, PageQuery } from '../http/api.ts';
import type { Page } from '../protocol/envelope.ts';
import { isOrdered, type Order } from './order.ts';
import { PageAsker } from './page-asker.ts';
import { PageSize } from './page-size.ts';

const PAGE_ROWS = 100;
/** Most pages per poll; a window rarely needs more than one. */
const MAX_PAGES = 6;

export interface ListWindow<Q> {
  readonly query: Q;
  /** Absolute indices in the server's order, [from, to). */
  readonly from: number;
  readonly to: number;
}

/** Requests one page. `paging` has no order if the server refuses that of the query. */
export type AskPage<T, Q> = (
  query: Q,
  paging: PageQuery,
  signal: AbortSignal,
) => Promise<ApiResponse<Page<T>>>;

/** Result of a poll of a window. */
export interface WindowResult<T, Q> {
  readonly list: ListState<T, Q>;
  readonly last: ApiResponse<Page<T>>;
  /** The items of the window itself. */
  readonly visible: readonly T[];
}

/**
 * Reads the pages that cover the visible window of a list. It adapts to the rows per page that the server allows,
 * and to whether it can sort by the requested field: refused (400) or ignored orders are marked, and refused ones
 * are not requested again.
 */
export class WindowReader<T, Q extends Order> {
  readonly #ask: AskPage<T, Q>;
  readonly #identity: (item: T) => string;
  readonly #asker = new PageAsker(new PageSize(PAGE_ROWS));

  constructor(ask: AskPage<T, Q>, identity: (item: T) => string) {
    this.#ask = ask;
    this.#identity = identity;
  }

  async read(list: ListState<T, Q>, window: ListWindow<Q>, signal: AbortSignal): Promise<WindowResult<T, Q>> {
    const pages: ListPage<T>[] = [];
    const met = new Set<string>();
    // What a page does not show, earlier ones have shown.
    let ignored = list.totalItems === undefined || list.orderIgnored;
    let isBroken = false;
    let need = window.from;
    const send = (paging: PageQuery) => this.#ask(window.query, paging, signal);
    for (let count = 1; ; count++) {
      const { response, plain, place } = await this.#asker.at(need, orderOf(window.query), send, signal);
      const { list: items } = response.value;
      // The server's own figures count: a page that is smaller than requested starts elsewhere.
      const { offset, rows, hasNext, totalItems } = place;
      // Without a total there is at least one more page: moving down finds the rest page by page.
      const identities = items.map(this.#identity);
      // The server repeats the same page, or streams moved meanwhile.
      const isRepeated = count > 1 && items.length > 0 && identities.every((one) => met.has(one));
      for (const one of identities) met.add(one);
      if (!isRepeated) pages.push({ offset, items, totalItems: totalItems ?? offset + items.length + 1 });
      const ordered = !plain && isOrdered(items, window.query);
      isBroken ||= ordered === false;
      ignored = isBroken || (ignored && !ordered);
      if (offset <= need && need < offset + rows) need = offset + rows;
      const isRead = !hasNext || need >= Math.min(window.to, totalItems ?? window.to);
      if (isRead || isRepeated || count >= MAX_PAGES) {
        const merged = mergePages(list, pages, {
          window,
          orderIgnored: ignored,
          identity: this.#identity,
        });
        return { list: merged, last: response, visible: visibleOf(merged, window) };
      }
    }
  }
}

function orderOf({ orderBy, order }: Order): Order {
  return { orderBy, order };
}

function visibleOf<T>(list: ListState<T, unknown>, window: { from: number; to: number }): T[] {
  const visible: T[] = [];
  for (let index = window.from; index < window.to; index++) {
    const item = list.items.get(index);
    if (item !== undefined) visible.push(item);
  }
  return visible;
}
