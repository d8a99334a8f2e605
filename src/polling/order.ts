import type { PageQuery } from '../http/api.ts';

export type Order = Pick<PageQuery, 'orderBy' | 'order'>;

/** The server's own order. */
export const ANY_ORDER: Order = {};
/** The order in which streams are read if not all of them can be. */
export const UNHEALTHIEST_FIRST = { orderBy: 'healthScore', order: 'asc' } satisfies Order;
/** The order in which all streams are read: what starts meanwhile comes last, and nothing else moves back. */
export const OLDEST_FIRST = { orderBy: 'startTime', order: 'asc' } satisfies Order;

/** Values change while the server writes a page, so this share of pairs may be in the wrong order. */
const TOLERATED_SHARE = 0.2;

/**
 * Whether a page is sorted as requested. A server may ignore `orderBy` silently, which only the values show.
 * Undefined if they show nothing: none of them differ, or they cannot be compared, as missing values, lists, and words
 * whose order depends on a language.
 */
export function isOrdered(items: readonly unknown[], { orderBy, order }: Order): boolean | undefined {
  if (orderBy === undefined) return true;
  let rising = 0;
  let falling = 0;
  let before: unknown;
  for (const item of items) {
    const value = (item as Record<string, unknown>)[orderBy];
    const sign = compare(before, value);
    if (sign < 0) rising++;
    if (sign > 0) falling++;
    if (value != null) before = value;
  }
  if (rising + falling === 0) return undefined;
  const most = TOLERATED_SHARE * (rising + falling);
  if (order === 'asc') return falling <= most;
  if (order === 'desc') return rising <= most;
  return Math.min(rising, falling) <= most;
}

/** 0 also if the order is unknown, for example if two ways to compare words disagree. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === typeof b && (typeof a === 'number' || typeof a === 'boolean'))
    return Number(a) - Number(b);
  if (typeof a !== 'string' || typeof b !== 'string') return 0;
  const byCode = Number(a > b) - Number(a < b);
  const byWord = Math.sign(a.localeCompare(b, 'en', { sensitivity: 'base' }));
  return byCode === byWord ? byCode : 0;
}
