import type { ApiResponse, PageQuery } from '../../http/api.ts';
import { isOrdered, type Order } from '../../polling/order.ts';
import { PageAsker, REPEATS_UNTIL_STUCK, totalChange } from '../../polling/page-asker.ts';
import { PageSize } from '../../polling/page-size.ts';
import type { Page } from '../../protocol/envelope.ts';
import { itemsLeftOut, type SharedName, type Unreadable } from '../../protocol/parsed-response.ts';

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
  /**
   * Items that the server counts but did not list, although the whole list was read. Changes of its total while it was
   * read are allowed for.
   */
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
  /** Most items. */
  readonly limit: number;
  /** The order to use if there are more items, and how many to read then. */
  readonly worstFirst?: { readonly order: Order; readonly most: number } | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a list page by page up to a limit. Items that moved meanwhile may occur twice and are counted once. Ends
 * when the server only repeats items.
 */
export async function readPages<T>(
  ask: (paging: PageQuery) => Promise<ApiResponse<Page<T>>>,
  identity: (item: T) => string,
  { rows, limit: mostOfAll, worstFirst, signal = new AbortController().signal }: ListingOptions,
): Promise<Listing<T>> {
  const asker = new PageAsker(new PageSize(rows));
  const items = new Map<string, T>();
  const unreadable: Unreadable[] = [];
  const shared: SharedName[] = [];
  let last: ApiResponse<Page<T>> | undefined;
  let failure: unknown;
  let more = true;
  let totalItems: number | undefined;
  let lost = 0;
  let changed = 0;
  let repeats = 0;
  let limit = mostOfAll;
  let order: Order = {};
  let isWorstFirst = false;
  // A server whose pages never end must not block the command: no list needs more pages than with the smallest page
  // size.
  for (let index = 0, asked = 0; more && items.size < limit && asked < limit; asked++) {
    try {
      const { response, place, plain } = await asker.at(index, order, ask, signal);
      last = response;
      const { list } = response.value;
      if (asked === 0 && worstFirst && (place.totalItems ?? 0) > limit) {
        ({ order, most: limit } = worstFirst);
        isWorstFirst = true;
        continue;
      }
      isWorstFirst &&= !plain && isOrdered(list, order);
      const notRead = itemsLeftOut(response.unreadable);
      const isRepeated = list.length > 0 && list.every((item) => items.has(identity(item)));
      repeats = isRepeated ? repeats + 1 : 0;
      for (const item of list)
        if (items.size < limit || items.has(identity(item))) items.set(identity(item), item);
      if (!isRepeated) {
        unreadable.push(...response.unreadable);
        lost += notRead;
      }
      shared.push(...(response.shared ?? []));
      changed += totalChange(totalItems, place.totalItems);
      totalItems = place.totalItems ?? totalItems;
      more = place.hasNext && list.length + notRead > 0 && repeats < REPEATS_UNTIL_STUCK;
      index = Math.max(index, place.offset) + place.rows;
    } catch (error) {
      failure = error;
      break;
    }
  }
  const truncated =
    failure === undefined &&
    (more || (totalItems !== undefined && totalItems > items.size && items.size >= limit));
  const isWhole = failure === undefined && !more && items.size < limit;
  return {
    items,
    isRead: last !== undefined,
    totalItems,
    truncated,
    isWorstFirst,
    short: isWhole ? Math.max(0, (totalItems ?? 0) - changed - items.size - lost) : 0,
    unreadable,
    shared,
    generatedAt: last?.generatedAt,
    failure,
  };
}
