import { type Field, orderValue, type Sort } from './column.ts';

/** The ids of each list as they were shown last, by the name of the list and its order. */
export class ShownOrders extends Map<string, readonly string[]> {
  /** The time, ms; it never goes back. */
  readonly now: () => number;
  /** Since when rows of a list stand below one that they should be above. */
  readonly lateSince = new Map<string, ReadonlyMap<string, number>>();

  constructor(now: () => number) {
    super();
    this.now = now;
  }
}

/** A row that has been out of order for this time moves, ms: then the title of the list is true. */
const LATE_MS = 10_000;

/**
 * A row passes another one at once only if their values differ by more than this share of the larger one, and by more than
 * this number of percent, viewers or whatever is counted. Figures vary by that much from poll to poll, and rows that change
 * places with them cannot be read.
 */
const REAL_SHARE = 0.1;
const REAL_STEP = 2;

/** Whether two figures differ by more than they vary from poll to poll. */
export function areFarApart(one: number, other: number): boolean {
  const larger = Math.max(Math.abs(one), Math.abs(other));
  return Math.abs(one - other) > Math.max(REAL_STEP, REAL_SHARE * larger);
}

interface SortedBy<Item> {
  readonly columns: readonly Field<Item>[];
  readonly sort: Sort;
  /** What the rows are, such as `streams`. */
  readonly list: string;
  readonly id: (item: Item) => string;
}

interface Steady<T> {
  /** The list and its order. */
  readonly name: string;
  readonly id: (item: T) => string;
  /** The figure that orders the list. */
  readonly value: (item: T) => number;
  /** Rows of another group always keep the order of `sorted`, such as gone servers before the others. */
  readonly group?: (item: T) => unknown;
}

/**
 * The rows in the order in which they were shown last, as far as it still holds; new rows stand where `sorted` has them.
 * Without a memory the order is that of `sorted`.
 */
export function steadyOrder<T>(
  sorted: readonly T[],
  { name, id, value, group = () => undefined }: Steady<T>,
  shown: ShownOrders | undefined,
): readonly T[] {
  if (!shown) return sorted;
  const place = new Map((shown.get(name) ?? []).map((each, index) => [each, index]));
  const kept = sorted
    .filter((item) => place.has(id(item)))
    .sort((a, b) => (place.get(id(a)) ?? 0) - (place.get(id(b)) ?? 0));
  const exact = new Map(sorted.map((item, index) => [item, index]));
  const before = (a: T, b: T) => (exact.get(a) ?? 0) < (exact.get(b) ?? 0);
  const now = shown.now();
  const late = new Map<string, number>();
  let lowest = -1;
  for (const item of kept) {
    const rank = exact.get(item) ?? 0;
    if (rank < lowest) late.set(id(item), shown.lateSince.get(name)?.get(id(item)) ?? now);
    lowest = Math.max(lowest, rank);
  }
  shown.lateSince.set(name, late);
  const isLate = (item: T) => now - (late.get(id(item)) ?? now) >= LATE_MS;
  const isAhead = (a: T, b: T) => {
    if (!before(a, b)) return false;
    if (group(a) !== group(b) || !place.has(id(a)) || !place.has(id(b))) return true;
    return isLate(a) || areFarApart(value(a), value(b));
  };
  const rows: T[] = [];
  for (const item of [...kept, ...sorted.filter((each) => !place.has(id(each)))]) {
    let at = rows.length;
    while (at > 0 && isAhead(item, rows[at - 1] as T)) at--;
    rows.splice(at, 0, item);
  }
  shown.set(name, rows.map(id));
  return rows;
}

/** Rows sorted by a column, in the order in which they were shown last. Texts and times do not vary: their order is exact. */
export function steadyByColumn<Item>(
  sorted: readonly Item[],
  { columns, sort, list, id }: SortedBy<Item>,
  shown: ShownOrders | undefined,
): readonly Item[] {
  const column = columns.find(({ key }) => key === sort.key);
  if (!column?.order || column.json?.kind === 'time') return sorted;
  const figure = (item: Item) => orderValue(column, item, []);
  const steady: Steady<Item> = {
    name: `${list} by ${sort.key} ${sort.descending ? 'down' : 'up'}`,
    id,
    value: (item) => Number(figure(item)),
    // Texts are always in their order, and rows without a figure last.
    group: (item) => (typeof figure(item) === 'number' ? 'figure' : figure(item)),
  };
  return steadyOrder(sorted, steady, shown);
}
