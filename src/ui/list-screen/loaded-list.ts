import { type Line, toned } from '../../base/text.ts';
import type { ListState, ResourceError } from '../../cluster/state.ts';
import { errorWords } from '../../views/formats/errors.ts';
import type { ListRows } from '../primitives/list.ts';
import type { View } from '../view.ts';

/** A list that the server pages, as far as it is loaded for the current query. */
export interface LoadedList<T> extends ListRows {
  readonly rowAt: (index: number) => T | undefined;
  /** Undefined while no response to the current query is loaded. */
  readonly totalItems: number | undefined;
  /** It is sorted here and not by the server, and not all of it is loaded: the order holds only for the loaded part. */
  readonly partlySorted: boolean;
}

const nothing = () => undefined;

/** The list before the first response. A response to an older query is never shown for the current one. */
export const notLoaded: LoadedList<never> = {
  count: 0,
  idAt: nothing,
  rowAt: nothing,
  totalItems: undefined,
  partlySorted: false,
};

function rowsAt<T>(rowAt: (index: number) => T | undefined, identity: (item: T) => string) {
  const idAt = (index: number) => {
    const item = rowAt(index);
    return item && identity(item);
  };
  return { rowAt, idAt };
}

/** The loaded part of `list`, with its items at the indices where `items` shows them. */
export function loadedList<T, Q>(
  list: ListState<T, Q>,
  items: Pick<ReadonlyMap<number, T>, 'get'>,
  identity: (item: T) => string,
): LoadedList<T> {
  return {
    ...rowsAt((index) => items.get(index), identity),
    count: list.totalItems ?? 0,
    totalItems: list.totalItems,
    partlySorted: list.orderIgnored && list.items.size < (list.totalItems ?? 0),
  };
}

interface Swept<T> {
  readonly items: ReadonlyMap<string, T>;
  /** Identifies filter and order in the cache. */
  readonly name: string;
  readonly passes: (item: T) => boolean;
  readonly compare: (a: T, b: T) => number;
  readonly identity: (item: T) => string;
}

const sweptKnown = new WeakMap<object, { readonly name: string; readonly list: readonly unknown[] }>();

/** The items that pass a filter that the server does not know, out of everything that was read. */
export function sweptList<T>({ items, name, passes, compare, identity }: Swept<T>): LoadedList<T> {
  const known = sweptKnown.get(items);
  const list = (
    known?.name === name ? known.list : [...items.values()].filter(passes).sort(compare)
  ) as readonly T[];
  if (known?.list !== list) sweptKnown.set(items, { name, list });
  return {
    ...rowsAt((index) => list[index], identity),
    count: list.length,
    totalItems: list.length,
    partlySorted: false,
  };
}

/** The text in place of an empty list: an error, that no response has come yet, or else `words`. */
export function emptyLine(
  { now, held }: Pick<View, 'now' | 'held'>,
  error: ResourceError | undefined,
  isAnswered: boolean,
  words: string,
): Line {
  if (error) return toned(`✖ ${errorWords(error, now)}`, 'crit');
  if (isAnswered) return toned(words, 'dim');
  return toned(held ? 'Not known at the time shown; space continues.' : 'Asking the server...', 'dim');
}
