/**
 * The keys of a table, in its order. Tables are literals in the code, so that they have only the keys of their
 * type.
 */
export function tableKeys<K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(table) as K[];
}

/** A table with a row for each key. */
export function tableOf<K extends string, T>(
  keys: readonly K[],
  make: (key: K) => T,
): Readonly<Record<K, T>> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, T>;
}
