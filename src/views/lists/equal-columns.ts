import type { Sweep } from '../../cluster/state.ts';
import type { Problem } from '../../triage/problem.ts';
import type { ListColumn, Sort } from './column.ts';
import { wholeSweep } from './paged-list.ts';

/** Shorter lists keep all columns: there it costs nothing to see that they are equal. */
const LEAST_ITEMS = 8;

interface EqualInput<Item> {
  readonly sweep: Sweep<Item> | undefined;
  /** Newer readings of parts of the list. */
  readonly loaded: ReadonlyMap<unknown, Item> | undefined;
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
  columns: readonly Pick<ListColumn<Item, never, never>, 'key' | 'same'>[],
  { sweep, loaded, problems, sort, chosen }: EqualInput<Item>,
): ReadonlyMap<string, string> {
  const equal = new Map<string, string>();
  const swept = wholeSweep(sweep);
  if (chosen || !swept || Math.max(swept.size, loaded?.size ?? 0) < LEAST_ITEMS) return equal;
  for (const { key, same } of columns) {
    if (!same || key === sort.key) continue;
    const value = sharedValue([swept, ...(loaded ? [loaded] : [])], (item) => same(item, problems));
    if (value !== undefined) equal.set(key, value);
  }
  return equal;
}

function sharedValue<Item>(
  lists: readonly ReadonlyMap<unknown, Item>[],
  of: (item: Item) => string | null | undefined,
): string | undefined {
  let shared: string | undefined;
  for (const list of lists) {
    for (const item of list.values()) {
      const value = of(item);
      if (value == null || (shared !== undefined && value !== shared)) return undefined;
      shared = value;
    }
  }
  return shared;
}
