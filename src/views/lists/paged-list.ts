import { count, whole } from '../../base/format.ts';
import type { ListState } from '../../cluster/state.ts';

const sortings = new WeakMap<object, Map<string, ReadonlyMap<number, unknown>>>();

/**
 * Items by the index they are shown at. Where the server did not obey the order, what is loaded is sorted among the
 * places it takes; the rest stays where it is. `name` names the order for the cache.
 */
export function shownItems<T, Q>(
  list: ListState<T, Q>,
  name: string,
  compare: (a: T, b: T) => number,
): ReadonlyMap<number, T> {
  if (!list.orderIgnored) return list.items;
  const known = sortings.get(list.items)?.get(name);
  if (known) return known as ReadonlyMap<number, T>;
  const shown = sortedInPlace(list.items, compare);
  const cache = sortings.get(list.items) ?? new Map<string, ReadonlyMap<number, unknown>>();
  cache.set(name, shown);
  sortings.set(list.items, cache);
  return shown;
}

/** The same items in order, among the places that they take. */
export function sortedInPlace<T>(
  items: ReadonlyMap<number, T>,
  compare: (a: T, b: T) => number,
): ReadonlyMap<number, T> {
  const places = [...items.keys()].sort((a, b) => a - b);
  const sorted = [...items.values()].sort(compare);
  return new Map(sorted.map((item, rank) => [places[rank] ?? rank, item]));
}

const indexes = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** The loaded items by their identity; made once for each answer. */
export function byIdentity<T>(
  items: ReadonlyMap<number, T>,
  identity: (item: T) => string,
): ReadonlyMap<string, T> {
  const known = indexes.get(items);
  if (known) return known as ReadonlyMap<string, T>;
  const index = new Map<string, T>();
  for (const item of items.values()) index.set(identity(item), item);
  indexes.set(items, index);
  return index;
}

/** Two resources that are read at different moments always differ a little: that is no disagreement. */
const NOISE = 0.02;

/**
 * A note where the unfiltered list and the cluster's own total disagree (by the dashboard, or another `source`):
 * the lists may cover only the server that answers. Undefined where they agree or nothing can be said.
 */
export function scopeNote(
  listTotal: number | undefined,
  clusterTotal: number | null | undefined,
  source = 'dashboard',
): string | undefined {
  if (listTotal === undefined || clusterTotal == null) return undefined;
  if (Math.abs(listTotal - clusterTotal) <= Math.max(1, clusterTotal * NOISE)) return undefined;
  // Short figures as everywhere, unless both would look the same.
  const words = count(listTotal) === count(clusterTotal) ? whole : count;
  return listTotal < clusterTotal
    ? `this server lists ${words(listTotal)} of ${words(clusterTotal)}`
    : `${words(listTotal)} listed, the ${source} counts ${words(clusterTotal)}`;
}
