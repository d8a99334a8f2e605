import type { Line } from '../../base/text.ts';
import type { ListState, ResourceError } from '../../cluster/state.ts';
import { errorWords } from '../../views/formats/errors.ts';
import type { ListRows } from '../primitives/list.ts';
import type { View } from '../view.ts';

/** A list that the server pages, as far as it is loaded for the query in force. */
export interface LoadedList<T> extends ListRows {
  readonly rowAt: (index: number) => T | undefined;
  /** The answer at hand belongs to the query in force. */
  readonly current: boolean;
  readonly totalItems: number | undefined;
}

const nothing = () => undefined;

/** Before the first answer. What answers an older query is not shown as the answer to this one. */
export const notLoaded: LoadedList<never> = {
  count: 0,
  idAt: nothing,
  rowAt: nothing,
  current: false,
  totalItems: undefined,
};

/** What `list` holds, with its items at the places where `items` shows them. */
export function loadedList<T, Q>(
  list: ListState<T, Q>,
  items: ReadonlyMap<number, T>,
  identity: (item: T) => string,
): LoadedList<T> {
  return {
    count: list.totalItems ?? 0,
    idAt: (index) => {
      const item = items.get(index);
      return item && identity(item);
    },
    rowAt: (index) => items.get(index),
    current: list.totalItems !== undefined,
    totalItems: list.totalItems,
  };
}

interface Swept<T> {
  readonly items: ReadonlyMap<string, T>;
  /** Names filter and order, for the cache. */
  readonly name: string;
  readonly passes: (item: T) => boolean;
  readonly compare: (a: T, b: T) => number;
  readonly identity: (item: T) => string;
}

const sweptKnown = new WeakMap<object, { readonly name: string; readonly list: readonly unknown[] }>();

/** What passes a filter that the server knows nothing of, among all that was read. */
export function sweptList<T>({ items, name, passes, compare, identity }: Swept<T>): LoadedList<T> {
  const known = sweptKnown.get(items);
  const list = (
    known?.name === name ? known.list : [...items.values()].filter(passes).sort(compare)
  ) as readonly T[];
  if (known?.list !== list) sweptKnown.set(items, { name, list });
  return {
    count: list.length,
    idAt: (index) => {
      const item = list[index];
      return item && identity(item);
    },
    rowAt: (index) => list[index],
    current: true,
    totalItems: list.length,
  };
}

/** Why nothing of a list is shown: an error, no answer yet, or else the words for a list without items. */
export function emptyLine(
  { now, held }: Pick<View, 'now' | 'held'>,
  error: ResourceError | undefined,
  isAnswered: boolean,
  words: string,
): Line {
  if (error) return [{ text: `✖ ${errorWords(error, now)}`, tone: 'crit' }];
  if (isAnswered) return [{ text: words, tone: 'dim' }];
  return [
    { text: held ? 'Not known at the time shown; space continues.' : 'Asking the server...', tone: 'dim' },
  ];
}
