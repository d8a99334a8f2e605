/** The first item of each key, in the order of the items. */
export const firstOfEach = <T>(items: Iterable<T>, keyOf: (item: T) => string): readonly T[] =>
  [...Map.groupBy(items, keyOf).values()].flatMap(([first]) => first ?? []);

/** Sets the newest value. Of more than so many those that were set longest ago are dropped. */
export function putLast<K, V>(map: Map<K, V>, key: K, value: V, most = 2_000): void {
  map.delete(key);
  map.set(key, value);
  const [first] = map.size > most ? map.keys() : [];
  if (first !== undefined) map.delete(first);
}
