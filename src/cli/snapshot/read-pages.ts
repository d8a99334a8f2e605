import type { ApiResponse, PageQuery } from '../../http/api.ts';
import { ListReading, type Manner } from '../../polling/list-reading.ts';
import type { Order } from '../../polling/order.ts';
import { PageAsker } from '../../polling/page-asker.ts';
import { PageSize } from '../../polling/page-size.ts';
import type { Page } from '../../protocol/envelope.ts';
import type { SharedName, Unreadable } from '../../protocol/parsed-response.ts';

/** The part of a paged list that could be read. */
export interface Listing<T> {
  readonly items: ReadonlyMap<string, T>;
  /** Whether any page was read; it may be empty. */
  readonly isRead: boolean;
  /** From the server's paging envelope; undefined if it does not say. */
  readonly totalItems: number | undefined;
  /** There are more items than were requested. */
  readonly truncated: boolean;
  /** The worst items came first, so items that are missing are less severe. */
  readonly isWorstFirst: boolean;
  /** Items that the server counts but did not list, although the whole list was read. */
  readonly short: number;
  readonly unreadable: readonly Unreadable[];
  readonly shared?: readonly SharedName[];
  /** `meta.generatedAt` of the last response, Unix ms. */
  readonly generatedAt: number | undefined;
  /** The error that ended the reading early; items read before it are kept. */
  readonly failure: unknown;
}

export interface ListingOptions {
  /** Rows of the first page; fewer if the server refuses that many. */
  readonly rows: number;
  readonly limit: number;
  /** The order of a whole list. */
  readonly order?: Order | undefined;
  /** The order to use if there are more items, and how many to read then. */
  readonly worstFirst?: { readonly order: Order; readonly most: number } | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads a list page by page up to a limit, at once. */
export async function readPages<T>(
  ask: (paging: PageQuery) => Promise<ApiResponse<Page<T>>>,
  identity: (item: T) => string,
  { rows, limit, order, worstFirst, signal = new AbortController().signal }: ListingOptions,
): Promise<Listing<T>> {
  const asker = new PageAsker(new PageSize(rows));
  const most = (manner: Manner) => (manner === 'worst' && worstFirst?.most) || limit;
  const reading = new ListReading<T>({ asker, identity, order, worstFirst: worstFirst?.order, most });
  let last: ApiResponse<Page<T>> | undefined;
  let totalItems: number | undefined;
  let failure: unknown;
  while (!reading.ended && failure === undefined) {
    try {
      const { response, place } = await reading.read(ask, signal);
      last = response;
      totalItems = place.totalItems ?? totalItems;
    } catch (error) {
      failure = error;
    }
  }
  const { unreadable, shared, isWorstFirst, short } = reading;
  const items = new Map([...reading.items].slice(0, most(reading.manner)));
  return {
    items,
    isRead: last !== undefined,
    totalItems,
    truncated: failure === undefined && (reading.truncated || items.size < reading.items.size),
    isWorstFirst,
    short: failure === undefined ? short : 0,
    unreadable,
    shared,
    generatedAt: last?.generatedAt,
    failure,
  };
}
