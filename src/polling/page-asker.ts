import type { ApiResponse, PageQuery } from '../http/api.ts';
import type { Page } from '../protocol/envelope.ts';
import { type PagePlace, pagePlace } from '../protocol/paging.ts';
import type { Order } from './order.ts';
import { isPageRefused, type PageSize } from './page-size.ts';

/** Sends the request for a page. It has no order if the server refuses the wanted one. */
type SendPage<R> = (paging: PageQuery) => Promise<R>;

/** `plain`: the server refuses the order, so the page is in the server's own order. */
interface AskedPage<R> {
  readonly response: R;
  readonly place: PagePlace;
  readonly plain: boolean;
}

/**
 * Requests pages of one list. It adapts to the rows per page that the server allows, and to whether it can sort by
 * the requested field. A 400 may be about either: first the order is left out, then the page is made smaller. A
 * refused order is not requested again. Some servers count pages from 0, in requests or in responses.
 */
export class PageAsker {
  readonly #size: PageSize;
  readonly #refusedOrders = new Set<string>();
  readonly #goodOrders = new Set<string>();
  /** Number of the first page in requests; undefined before the first response. */
  #first: 0 | 1 | undefined;
  #answersFromZero = false;
  #takesAnySize = true;

  constructor(size: PageSize) {
    this.#size = size;
  }

  get rows(): number {
    return this.#size.rows;
  }

  /** The page with the item at `index`, counted from 0 in the server's order. */
  at<R extends ApiResponse<Page<unknown>>>(
    index: number,
    order: Order,
    send: SendPage<R>,
    signal: AbortSignal,
  ): Promise<AskedPage<R>> {
    return this.#ask((rows) => ({ nth: Math.floor(index / rows), rows }), order, send, signal);
  }

  /** A page that begins at `index` or shortly before it, and ends as late as possible. */
  from<R extends ApiResponse<Page<unknown>>>(
    index: number,
    order: Order,
    send: SendPage<R>,
    signal: AbortSignal,
  ): Promise<AskedPage<R>> {
    const reaching = (rows: number) => {
      const nth = Math.floor(index / rows);
      const fewer = Math.floor(index / (nth + 1));
      const isFurther = this.#takesAnySize && (nth + 2) * fewer > (nth + 1) * rows;
      return isFurther ? { nth: nth + 1, rows: fewer } : { nth, rows };
    };
    return this.#ask(reaching, order, send, signal);
  }

  async #ask<R extends ApiResponse<Page<unknown>>>(
    choose: (rows: number) => { readonly nth: number; readonly rows: number },
    order: Order,
    send: SendPage<R>,
    signal: AbortSignal,
  ): Promise<AskedPage<R>> {
    const { orderBy } = order;
    const ordered = orderBy !== undefined && !this.#refusedOrders.has(orderBy);
    for (;;) {
      const { nth, rows } = choose(this.#size.rows);
      const paging = { page: nth + (this.#first ?? 1), rowsPerPage: rows };
      const withOrder = (page: PageQuery) => send(ordered ? { ...page, ...order } : page);
      try {
        const came = await withOrder(paging);
        if (ordered) this.#goodOrders.add(orderBy);
        const response = nth === 0 ? await this.#firstPage(came, paging, withOrder, signal) : came;
        const place = this.#placeOf(response, { ...paging, page: nth + 1 });
        return { response, plain: orderBy !== undefined && !ordered, place };
      } catch (error) {
        if (signal.aborted || !isPageRefused(error)) throw error;
        if (rows < this.#size.rows) {
          // Some servers take only a few sizes.
          this.#takesAnySize = false;
          continue;
        }
        if (ordered && !this.#goodOrders.has(orderBy)) {
          const came = await attempt(paging, send, signal);
          if (came) {
            this.#refusedOrders.add(orderBy);
            const response = nth === 0 ? await this.#firstPage(came, paging, send, signal) : came;
            return { response, plain: true, place: this.#placeOf(response, { ...paging, page: nth + 1 }) };
          }
        }
        if (!this.#size.shrink()) throw error;
      }
    }
  }

  /**
   * The response to page 1, or to page 0 if the server starts with that: page 1 then has a previous page, or is
   * empty although the server counts items. Tested once.
   */
  async #firstPage<R extends ApiResponse<Page<unknown>>>(
    came: R,
    paging: PageQuery,
    send: SendPage<R>,
    signal: AbortSignal,
  ): Promise<R> {
    const { value } = came;
    const isEmpty = value.list.length === 0 && !came.unreadable.some(({ item }) => item);
    const isLater = value.hasPrevious === true || (isEmpty && (value.totalItems ?? 0) > 0);
    let first = came;
    if (this.#first === undefined && isLater && value.currentPage !== 0) {
      const before = await attempt({ ...paging, page: 0 }, send, signal);
      const isPage =
        before !== undefined && before.value.list.length > 0 && before.value.hasPrevious !== true;
      this.#first = isPage ? 0 : 1;
      if (isPage) first = before;
    }
    if (value.list.length > 0) this.#first ??= 1;
    this.#answersFromZero = first.value.currentPage === 0;
    return first;
  }

  #placeOf(response: ApiResponse<Page<unknown>>, asked: { page: number; rowsPerPage: number }): PagePlace {
    const place = pagePlace(response.value, { ...asked, fromZero: this.#answersFromZero });
    // The last page may be shorter than the others.
    if (place.hasNext && place.rows < asked.rowsPerPage) this.#size.given(place.rows);
    else this.#size.answered();
    return place;
  }
}

/** Undefined if the server refuses this page as well. */
async function attempt<R>(paging: PageQuery, send: SendPage<R>, signal: AbortSignal): Promise<R | undefined> {
  try {
    return await send(paging);
  } catch (error) {
    if (signal.aborted || !isPageRefused(error)) throw error;
    return undefined;
  }
}
