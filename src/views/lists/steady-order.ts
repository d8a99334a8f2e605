import { type Field, orderValue, type Sort } from './column.ts';

/** How lists were shown last, by the name of the list and its order. */
export interface ShownOrders {
  /** Ms of any clock. */
  readonly now: () => number;
  readonly ids: Map<string, readonly string[]>;
  /** Since when rows belong above the one that is above them, by their ids. */
  readonly late: Map<string, ReadonlyMap<string, number>>;
}

export const shownOrders = (now: () => number): ShownOrders => ({ now, ids: new Map(), late: new Map() });

/**
 * A row passes another one at once only if their values differ by more than this share of the larger one, and by more than this
 * number of percent, viewers or whatever is counted. Figures vary by that much from poll to poll, and rows that change
 * places with them cannot be read.
 */
const REAL_SHARE = 0.1;
const REAL_STEP = 2;
/** A smaller difference that lasts so long moves a row, too, so that the order is the one that the title says, ms. */
const LATE_MS = 10_000;

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
 * The rows in the order in which they were shown last, as far as it still holds or has not been wrong for ten seconds; new rows stand where `sorted` has them.
 * Without a memory the order is that of `sorted`.
 */
export function steadyOrder<T>(
  sorted: readonly T[],
  { name, id, value, group = () => undefined }: Steady<T>,
  shown: ShownOrders | undefined,
): readonly T[] {
  if (!shown) return sorted;
  const place = new Map((shown.ids.get(name) ?? []).map((each, index) => [each, index]));
  const late = shown.late.get(name);
  const now = shown.now();
  const kept = sorted
    .filter((item) => place.has(id(item)))
    .sort((a, b) => (place.get(id(a)) ?? 0) - (place.get(id(b)) ?? 0));
  const exact = new Map(sorted.map((item, index) => [item, index]));
  const before = (a: T, b: T) => (exact.get(a) ?? 0) < (exact.get(b) ?? 0);
  const isAhead = (a: T, b: T) => {
    if (!before(a, b)) return false;
    if (group(a) !== group(b) || !place.has(id(a)) || !place.has(id(b))) return true;
    return now - (late?.get(id(a)) ?? now) >= LATE_MS || areFarApart(value(a), value(b));
  };
  const rows: T[] = [];
  for (const item of [...kept, ...sorted.filter((each) => !place.has(id(each)))]) {
    let at = rows.length;
    while (at > 0 && isAhead(item, rows[at - 1] as T)) at--;
    rows.splice(at, 0, item);
  }
  const isLate = (item: T, index: number) => index > 0 && before(item, rows[index - 1] as T);
  shown.late.set(name, new Map(rows.filter(isLate).map((item) => [id(item), late?.get(id(item)) ?? now])));
  shown.ids.set(name, rows.map(id));
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
