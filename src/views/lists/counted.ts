import { byWord } from './compare.ts';

export interface Counted {
  readonly name: string;
  readonly count: number;
}

/** The number of items by name, the most frequent first; items without a name are left out. */
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

/** A name in quotation marks for a filter. */
export function quoted(name: string): string {
  return /\s/u.test(name) ? `"${name}"` : name;
}
