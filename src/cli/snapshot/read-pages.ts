import type { ApiResponse, PageQuery } from '../../http/api.ts';
import { isOrdered, type Order } from '../../polling/order.ts';
import { PageAsker, REPEATS_UNTIL_STUCK } from '../../polling/page-asker.ts';
import { PageSize } from '../../polling/page-size.ts';
import type { Page } from '../../protocol/envelope.ts';
import type { SharedName, Unreadable } from '../../protocol/parsed-response.ts';

/** What could be read of a paged list. */
export interface Listing<T> {
  readonly items: ReadonlyMap<string, T>;
  /** Whether any page came: an empty list is one, too. */
  readonly isRead: boolean;
  /** By the server's paging envelope; undefined where it does not say. */
  readonly totalItems: number | undefined;
  /** There is more than was asked for. */
  readonly truncated: boolean;
  /** What was left out is better than what is here: the worst came first. */
  readonly isWorstFirst: boolean;
  /** Items that the server counts but did not list, though the whole list was read. */
  readonly short: number;
  readonly unreadable: readonly Unreadable[];
  readonly shared?: readonly SharedName[];
  /** `meta.generatedAt` of the last answer, Unix ms. */
  readonly generatedAt: number | undefined;
  /** The failure that ended the reading early; items read before it are kept. */
  readonly failure: unknown;
}

export interface ListingOptions {
  /** Rows of the first page; fewer where the server refuses that many. */
  readonly rows: number;
  /** No more items than this. */
  readonly limit: number;
  /** The order to read in where there are more, and how many of them then. */
  readonly worstFirst?: { readonly order: Order; readonly most: number } | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a list page by page up to a limit. Items that moved while it was read are met twice and counted once. Ends
 * where the server only repeats itself.
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
  let given = 0;
  let repeats = 0;
  let limit = mostOfAll;
  let order: Order = {};
  let isWorstFirst = false;
  // A server whose pages never end must not block us: no list takes more pages than its smallest page size allows.
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
      const notRead = response.unreadable.filter(({ item }) => item).length;
      const isRepeated = list.length > 0 && list.every((item) => items.has(identity(item)));
      repeats = isRepeated ? repeats + 1 : 0;
      for (const item of list)
        if (items.size < limit || items.has(identity(item))) items.set(identity(item), item);
      if (!isRepeated) {
        unreadable.push(...response.unreadable);
        given += list.length + notRead;
      }
      shared.push(...(response.shared ?? []));
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
    short: isWhole ? Math.max(0, (totalItems ?? 0) - given) : 0,
    unreadable,
    shared,
    generatedAt: last?.generatedAt,
    failure,
  };
}
