import { nearest } from '../../config/nearest.ts';
import { UsageError } from '../options/options.ts';

/** The wanted members, each with the wanted members within it; undefined: all of it. */
export type Fields = ReadonlyMap<string, Fields | undefined>;

/** Parses `totals.viewers,problems.key`. Throws a `UsageError` if a first member is not one of `known`. */
export function parseFields(text: string, known: readonly string[]): Fields {
  const paths = text.split(',').map((path) => path.trim().split('.'));
  for (const [first = ''] of paths) {
    if (known.includes(first)) continue;
    const meant = nearest(first, known);
    const advice = meant === undefined ? '' : ` Did you mean ${meant}?`;
    throw new UsageError(
      `--fields: there is no ${JSON.stringify(first)}.${advice} There are: ${known.join(', ')}`,
    );
  }
  return fieldsOf(paths);
}

function fieldsOf(paths: readonly (readonly string[])[]): Fields {
  const byFirst = Map.groupBy(paths, ([first = '']) => first);
  return new Map(
    [...byFirst].map(([first, own]) => {
      const isWhole = own.some(({ length }) => length === 1);
      return [first, isWhole ? undefined : fieldsOf(own.map((path) => path.slice(1)))];
    }),
  );
}

export function pickFields(value: unknown, fields: Fields | undefined): unknown {
  if (fields === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => pickFields(item, fields));
  const members = Object.entries(value).filter(([name]) => fields.has(name));
  return Object.fromEntries(members.map(([name, member]) => [name, pickFields(member, fields.get(name))]));
}
