/** The keys of a table, in its order. A table is written in the code, so that it holds no others than its type says. */
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
