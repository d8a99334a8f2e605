/** The first item of each key, in the order of the items. */
export const firstOfEach = <T>(items: Iterable<T>, keyOf: (item: T) => string): readonly T[] =>
  [...Map.groupBy(items, keyOf).values()].flatMap(([first]) => first ?? []);
