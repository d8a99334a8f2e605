import { type Json, oneOf, wholeNumber } from './validate.ts';

/** Larger pages are refused. */
const MOST_ROWS = 500;

export interface Page<F extends string> {
  readonly page: number;
  readonly rows: number;
  readonly orderBy: F | undefined;
  readonly descending: boolean;
}

/** The paging members of a query (A5, A7, A10); a 400 if they are wrong. */
export function pageOf<F extends string>(query: Json, rows: number, fields: readonly F[]): Page<F> {
  return {
    page: wholeNumber(query.page, 'page', 1, 100_000_000),
    rows: wholeNumber(query.rowsPerPage, 'rowsPerPage', rows, MOST_ROWS),
    orderBy: oneOf(query.orderBy, 'orderBy', fields),
    descending: oneOf(query.order, 'order', ['asc', 'desc']) === 'desc',
  };
}

export function pageEnvelope(
  page: Page<string>,
  total: number,
  list: readonly unknown[],
): Record<string, unknown> {
  const totalPages = Math.ceil(total / page.rows);
  return {
    totalItems: total,
    itemsPerPage: page.rows,
    totalPages,
    currentPage: page.page,
    hasPrevious: page.page > 1,
    hasNext: page.page < totalPages,
    list,
  };
}

/** Sorts plain items by one of their fields; equal items keep their order. */
export function ordered<T extends Json>(items: readonly T[], page: Page<string>): readonly T[] {
  const { orderBy, descending } = page;
  if (orderBy === undefined) return descending ? [...items].reverse() : items;
  const sign = descending ? -1 : 1;
  return [...items].sort((a, b) => sign * compare(a[orderBy], b[orderBy]));
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const x = String(a);
  const y = String(b);
  return Number(x > y) - Number(x < y);
}
