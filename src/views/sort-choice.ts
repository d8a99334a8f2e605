/** An order that `s` offers, with the direction that one means first and its words upwards and downwards. */
interface SortChoice<Key extends string> {
  readonly key: Key;
  readonly descending: boolean;
  readonly words: readonly [string, string];
}

/** An order in force. */
interface Sort<Key extends string> {
  readonly key: Key;
  readonly descending: boolean;
}

/** The order after `sort`, in its own first direction; the first again after the last. */
export function nextSortOf<Key extends string>(
  choices: readonly SortChoice<Key>[],
  sort: Sort<Key>,
): Sort<Key> {
  const at = choices.findIndex((each) => each.key === sort.key);
  const next = choices[(at + 1) % choices.length];
  return next ? { key: next.key, descending: next.descending } : sort;
}

/** The order in words, for the panel's border. */
export function sortWordsOf<Key extends string>(
  choices: readonly SortChoice<Key>[],
  sort: Sort<Key>,
): string {
  return choices.find((each) => each.key === sort.key)?.words[sort.descending ? 1 : 0] ?? sort.key;
}
