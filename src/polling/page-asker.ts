import type { ApiResponse, PageQuery } from '../http/api.ts';
import type { Page } from '../protocol/envelope.ts';
import { type PagePlace, pagePlace } from '../protocol/paging.ts';
import type { Order } from './order.ts';
import { isPageRefused, type PageSize } from './page-size.ts';

/** The server gives the same page again and again: items that move while they are read may repeat one page. */
export const REPEATS_UNTIL_STUCK = 2;

/** The request for a page. It has no order where the server refuses the wanted one. */
type SendPage<R> = (paging: PageQuery) => Promise<R>;

/** `plain`: the server refuses the order, so the page came in the server's own. */
interface AskedPage<R> {
  readonly response: R;
  readonly place: PagePlace;
  readonly plain: boolean;
}

/**
 * Asks for pages of one list, whatever rows per page the server allows and whether it can sort by the asked field. A
 * 400 may be about either: the order is left out first, then the page is made smaller. A refused order is not asked
 * for again. Some servers count pages from 0, in what they are asked for or in what they answer.
 */
export class PageAsker {
  readonly #size: PageSize;
  readonly #refusedOrders = new Set<string>();
  readonly #goodOrders = new Set<string>();
  /** Number of the first page in requests; undefined until a first page came. */
  #first: 0 | 1 | undefined;
  #answersFromZero = false;

  constructor(size: PageSize) {
    this.#size = size;
  }

  /** The page with the item at `index`, counted from 0 in the order of the server. */
  async at<R extends ApiResponse<Page<unknown>>>(
    index: number,
    order: Order,
    send: SendPage<R>,
    signal: AbortSignal,
  ): Promise<AskedPage<R>> {
    const { orderBy } = order;
    const ordered = orderBy !== undefined && !this.#refusedOrders.has(orderBy);
    for (;;) {
      const { rows } = this.#size;
      const nth = Math.floor(index / rows);
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
   * The answer to page 1, or that to page 0 where the server begins with it: page 1 then has one before it, or nothing
   * of what the server counts. It is looked for once.
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
    if (place.hasNext) this.#size.given(place.rows);
    else this.#size.answered();
    return place;
  }
}

/** Undefined where the server refuses such a page, too. */
async function attempt<R>(paging: PageQuery, send: SendPage<R>, signal: AbortSignal): Promise<R | undefined> {
  try {
    return await send(paging);
  } catch (error) {
    if (signal.aborted || !isPageRefused(error)) throw error;
    return undefined;
  }
}
