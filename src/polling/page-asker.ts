import type { ApiResponse, PageQuery } from '../http/api.ts';
import type { Page } from '../protocol/envelope.ts';
import { type PagePlace, pagePlace } from '../protocol/paging.ts';
import type { Order } from './order.ts';
import { isPageRefused, type PageSize } from './page-size.ts';

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
 * for again.
 */
export class PageAsker {
  readonly #size: PageSize;
  readonly #refusedOrders = new Set<string>();
  readonly #goodOrders = new Set<string>();

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
      const paging = { page: Math.floor(index / rows) + 1, rowsPerPage: rows };
      try {
        const response = await send(ordered ? { ...paging, ...order } : paging);
        if (ordered) this.#goodOrders.add(orderBy);
        return { response, plain: orderBy !== undefined && !ordered, place: this.#placeOf(response, paging) };
      } catch (error) {
        if (signal.aborted || !isPageRefused(error)) throw error;
        if (ordered && !this.#goodOrders.has(orderBy)) {
          const response = await withoutOrder(paging, send, signal);
          if (response) {
            this.#refusedOrders.add(orderBy);
            return { response, plain: true, place: this.#placeOf(response, paging) };
          }
        }
        if (!this.#size.shrink()) throw error;
      }
    }
  }

  #placeOf(response: ApiResponse<Page<unknown>>, asked: { page: number; rowsPerPage: number }): PagePlace {
    const place = pagePlace(response.value, asked);
    this.#size.given(place.rows);
    return place;
  }
}

/** Finds out whether it was the order that the server refused. */
async function withoutOrder<R>(
  paging: PageQuery,
  send: SendPage<R>,
  signal: AbortSignal,
): Promise<R | undefined> {
  try {
    return await send(paging);
  } catch (error) {
    if (signal.aborted || !isPageRefused(error)) throw error;
    return undefined;
  }
}
