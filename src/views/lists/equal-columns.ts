import type { Problem } from '../../triage/problem.ts';
import type { ListColumn, Sort } from './column.ts';

/** Shorter lists keep all columns: there it costs nothing to see that they are equal. */
const LEAST_ITEMS = 8;

type Same<Item> = Pick<ListColumn<Item, never, never>, 'key' | 'same'>;

interface Known<Item> {
  /** The whole list, as far as it was read, and newer readings of parts of it. */
  readonly lists: readonly (Iterable<Item> & { readonly size: number })[];
  readonly problems: readonly Problem[];
  readonly sort: Sort;
  /** The user's own columns, which always stay. */
  readonly chosen: readonly string[] | undefined;
}

/**
 * Columns in which all items have one value: they are left out, and the panel's title says the value. All items count
 * and not the visible rows, so that no column comes and goes while the user scrolls.
 */
export function equalColumns<Item>(
  columns: readonly Same<Item>[],
  { lists, problems, sort, chosen }: Known<Item>,
): ReadonlyMap<string, string> {
  const equal = new Map<string, string>();
  if (chosen || Math.max(0, ...lists.map(({ size }) => size)) < LEAST_ITEMS) return equal;
  for (const { key, same } of columns) {
    if (!same || key === sort.key) continue;
    const value = sharedValue(lists, (item) => same(item, problems));
    if (value !== undefined) equal.set(key, value);
  }
  return equal;
}

/** The items of a map of the state, as `equalColumns` takes them. */
export function sizedValues<Item>(items: ReadonlyMap<unknown, Item>): Known<Item>['lists'][number] {
  return { size: items.size, [Symbol.iterator]: () => items.values() };
}

function sharedValue<Item>(
  lists: readonly Iterable<Item>[],
  of: (item: Item) => string | null | undefined,
): string | undefined {
  let shared: string | undefined;
  for (const list of lists) {
    for (const item of list) {
      const value = of(item);
      if (value == null || (shared !== undefined && value !== shared)) return undefined;
      shared = value;
    }
  }
  return shared;
}
