import { count, whole } from '../../base/format.ts';
import type { Sweep } from '../../cluster/state.ts';

/** Such as `10 of 37 read`, if items of a list are missing although all of it was read. */
export function shortWords(sweep: Sweep<unknown> | undefined): string | undefined {
  if (!sweep?.short) return undefined;
  const { size } = sweep.items;
  return `${count(size)} of ${count(size + sweep.short)} read`;
}

/** The items of a sweep that has all of them; of those that were not read nobody knows what they are like. */
export function wholeSweep<T>(sweep: Sweep<T> | undefined): Sweep<T>['items'] | undefined {
  return sweep?.truncated || sweep?.short ? undefined : sweep?.items;
}

/** The same items sorted, among the indices that they have. */
export function sortedInPlace<T>(
  items: ReadonlyMap<number, T>,
  compare: (a: T, b: T) => number,
): ReadonlyMap<number, T> {
  const places = [...items.keys()].sort((a, b) => a - b);
  const sorted = [...items.values()].sort(compare);
  return new Map(sorted.map((item, rank) => [places[rank] ?? rank, item]));
}

/** The items at the indices from `from` to before `to` in another order; no other item is looked at. */
export function reorderedWindow<T>(
  items: ReadonlyMap<number, T>,
  { from, to }: { readonly from: number; readonly to: number },
  reorder: (items: readonly T[]) => readonly T[],
): Pick<ReadonlyMap<number, T>, 'get'> {
  const places: number[] = [];
  const here: T[] = [];
  for (let index = from; index < to; index++) {
    const item = items.get(index);
    if (item === undefined) continue;
    places.push(index);
    here.push(item);
  }
  const moved = new Map(reorder(here).map((item, rank) => [places[rank], item]));
  return { get: (index) => moved.get(index) ?? items.get(index) };
}

/** Smaller differences are not reported: two resources that are read at different times always differ slightly. */
const NOISE = 0.02;

/**
 * A note if the unfiltered list and the cluster's total (of the dashboard, or another `source`) disagree: the lists
 * may cover only the server that answers. Undefined if they agree or cannot be compared.
 */
export function scopeNote(
  listTotal: number | undefined,
  clusterTotal: number | null | undefined,
  source = 'dashboard',
): string | undefined {
  if (listTotal === undefined || clusterTotal == null) return undefined;
  if (Math.abs(listTotal - clusterTotal) <= Math.max(1, clusterTotal * NOISE)) return undefined;
  // Short figures, unless both would look the same.
  const words = count(listTotal) === count(clusterTotal) ? whole : count;
  return listTotal < clusterTotal
    ? `this server lists ${words(listTotal)} of ${words(clusterTotal)}`
    : `${words(listTotal)} listed, the ${source} counts ${words(clusterTotal)}`;
}
