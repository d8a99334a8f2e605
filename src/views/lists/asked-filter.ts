import { tableKeys, tableOf } from '../../base/table.ts';
import type { Problem } from '../../triage/problem.ts';
import type { Field, Sort } from './column.ts';
import { fieldNamed, filterTerms, parseListFilter, quoted } from './filter.ts';

/** A filter of a list that the server applies as far as it can; empty members filter nothing. */
export type AskedFilter<Member extends string> = {
  readonly search: string;
  /** Terms that the server cannot filter by, such as `viewers>500` and `!test`. */
  readonly terms: string;
} & { readonly [M in Member]: string | undefined };

/** A word such as `app:vod` that the server filters by. */
interface AskedWord<Item> {
  readonly name: string;
  readonly of: (item: Item) => string | null | undefined;
  /** Any word, if there is no fixed list. */
  readonly values?: readonly string[];
}

/** Reads and writes the filters of a list, and applies them to items that were read without them. */
export function askedFilter<Item, Member extends string>(
  columns: readonly Field<Item>[],
  textOf: (item: Item) => string,
  words: Readonly<Record<Member, AskedWord<Item>>>,
) {
  type Filter = AskedFilter<Member>;
  const members = tableKeys(words);
  const none = { search: '', terms: '', ...tableOf(members, () => undefined) };
  const local = ({ terms }: Filter) => parseListFilter(terms, columns, textOf);
  const text = (filter: Filter) => {
    const parts = members.map((member) => {
      const value = filter[member];
      return value === undefined ? '' : `${words[member].name}:${quoted(value)}`;
    });
    return [filter.search, ...parts, filter.terms].filter((part) => part !== '').join(' ');
  };
  /** Parses text such as `live app:vod state:CLOSED viewers>500 !test`. */
  const parse = (typed: string): Filter => {
    const search: string[] = [];
    const terms: string[] = [];
    const found: Partial<Record<Member, string | undefined>> = {};
    for (const { text: term, not, field, sign, value } of filterTerms(typed)) {
      const member = members.find((each) => !not && sign === ':' && field === words[each].name);
      const known = member && words[member].values;
      if (member)
        found[member] = known ? known.find((one) => one === value.toUpperCase()) : value || undefined;
      else if (not || (field !== undefined && fieldNamed(field, columns))) terms.push(term);
      else search.push(field === undefined ? value : term);
    }
    return { ...(none as Filter), ...found, search: search.join(' '), terms: terms.join(' ') };
  };
  return {
    none: none as Filter,
    parse,
    text,
    isSet: (filter: Filter) => text(filter) !== '',
    /** What the server is asked for, without members that filter nothing. */
    query(filter: Filter, sort: Sort | undefined) {
      const set = members.filter((member) => filter[member] !== undefined);
      return {
        ...(sort && { orderBy: sort.key, order: sort.descending ? ('desc' as const) : ('asc' as const) }),
        ...(filter.search !== '' && { search: filter.search }),
        ...(tableOf(set, (member) => filter[member]) as { readonly [M in Member]?: string | undefined }),
      };
    },
    /** An error in the part that the server cannot apply. */
    check: (typed: string) => local(parse(typed)).problem,
    passes(filter: Filter) {
      const { test } = local(filter);
      const search = filter.search.toLowerCase();
      return (item: Item, problems: readonly Problem[] = []) =>
        textOf(item).toLowerCase().includes(search) &&
        members.every((member) => [undefined, words[member].of(item)].includes(filter[member])) &&
        test(item, problems);
    },
  };
}
