import { byWord } from './compare.ts';

export interface Counted {
  readonly name: string;
  readonly count: number;
}

/** How many there are of each name, the most frequent first; what has no name is left out. */
export function countedBy<T>(
  items: readonly T[],
  nameOf: (item: T) => string | null | undefined,
): readonly Counted[] {
  const counts = new Map<string, number>();
  for (const item of items) {
    const name = nameOf(item);
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || byWord(a.name, b.name));
}

/** A name quoted for a filter. */
export function quoted(name: string): string {
  return /\s/u.test(name) ? `"${name}"` : name;
}
