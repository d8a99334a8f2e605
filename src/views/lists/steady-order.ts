/** The ids of each list as they were shown last, by the name of the list and its order. */
export type ShownOrders = Map<string, readonly string[]>;

/**
 * A row passes another one only if its value is larger by this share of it: figures move by a percent with each poll, and
 * rows that change places with them cannot be read.
 */
const REAL_SHARE = 0.04;

interface Steady<T> {
  /** The list and its order. */
  readonly name: string;
  readonly id: (item: T) => string;
  /** The figure that orders the list, the largest first. */
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
  const isAhead = (a: T, b: T) => {
    if (!before(a, b)) return false;
    if (group(a) !== group(b) || !place.has(id(a)) || !place.has(id(b))) return true;
    const [high, low] = [value(a), value(b)];
    return high - low > REAL_SHARE * Math.abs(high);
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
