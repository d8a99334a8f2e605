import type { Problem } from '../../triage/problem.ts';
import { byValue, type Field, jsonValue, orderValue } from './column.ts';

/** A parsed filter: words, `field:word`, `field>number`; `!` before each negates it. */
export interface ListFilter<Item> {
  readonly test: (item: Item, problems?: readonly Problem[]) => boolean;
  /** An error in the filter. */
  readonly problem: string | undefined;
}

interface Term {
  readonly text: string;
  readonly not: boolean;
  readonly field: string | undefined;
  readonly sign: string;
  readonly value: string;
}

const TERM = /(!?)(?:([\p{L}_]+)(:|>=|<=|>|<|=))?(?:"([^"]*)"?|(\S+)|(?<=[:<>=]))/gu;

export function filterTerms(text: string): readonly Term[] {
  return [...text.matchAll(TERM)].map(([whole, not, field, sign = '', quoted, word]) => {
    return { text: whole, not: not === '!', field: field?.toLowerCase(), sign, value: quoted ?? word ?? '' };
  });
}

/**
 * Parses a filter. Field names are those of the columns; `textOf` returns the text in which plain words are
 * searched.
 */
export function parseListFilter<Item>(
  text: string,
  fields: readonly Field<Item>[],
  textOf: (item: Item) => string,
): ListFilter<Item> {
  let problem: string | undefined;
  const tests = filterTerms(text).map(({ not, field, sign, value }) => {
    // `app:` without a value yet.
    if (value === '' && field !== undefined && fieldNamed(field, fields)) return () => true;
    // A colon is part of many names.
    const isWord = field === undefined || (sign === ':' && !fieldNamed(field, fields));
    const word = field === undefined ? value : `${field}:${value}`;
    const test = isWord ? holds(word, textOf) : compares(field, sign, value, fields);
    if (typeof test === 'string') {
      problem ??= test;
      return () => true;
    }
    return (item: Item, problems: readonly Problem[]) => test(item, problems) !== not;
  });
  return { problem, test: (item, problems = []) => tests.every((test) => test(item, problems)) };
}

function holds<Item>(word: string, textOf: (item: Item) => string) {
  const wanted = word.toLowerCase();
  return (item: Item) => textOf(item).toLowerCase().includes(wanted);
}

/** The test of `field>number` or `field:word`, or an error. */
function compares<Item>(name: string, sign: string, value: string, fields: readonly Field<Item>[]) {
  const field = fieldNamed(name, fields);
  if (!field) return `no field ‘${name}’: ${[...new Set(fields.flatMap(shownName))].join(', ')}`;
  const of = (item: Item, problems: readonly Problem[]) =>
    orderValue(field, item, problems) ?? jsonValue(field, item);
  if (sign === ':') {
    const wanted = value.toLowerCase();
    return (item: Item, problems: readonly Problem[]) =>
      String(of(item, problems) ?? '')
        .toLowerCase()
        .includes(wanted);
  }
  const bound = figureOf(value);
  if (bound === undefined) return `‘${value}’ is not a number`;
  // Rates are typed in bit/s, as on the screen, and stored in bytes per second.
  const limit = field.rate ? bound / 8 : bound;
  return (item: Item, problems: readonly Problem[]) => {
    const figure = of(item, problems);
    if (typeof figure !== 'number') return false;
    if (sign === '=') return figure === limit;
    return (sign[0] === '>' ? figure > limit : figure < limit) || (sign[1] === '=' && figure === limit);
  };
}

const FACTORS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };

/** Parses `500`, `1.5k`, `2G`. */
function figureOf(text: string): number | undefined {
  const [, number, unit = ''] = /^(-?\d+(?:\.\d+)?)([kmgt]?)%?$/iu.exec(text) ?? [];
  const factor = FACTORS[unit.toLowerCase()];
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}

function namesOf<Item>({ key, print, json }: Field<Item>): readonly string[] {
  return [print?.title, key, json?.name].flatMap((name) => name?.toLowerCase() ?? []);
}

function shownName<Item>(field: Field<Item>): readonly string[] {
  if (!field.order && !field.json) return [];
  return namesOf(field)
    .toSorted((a, b) => a.length - b.length)
    .slice(0, 1);
}

export function fieldNamed<Item>(name: string, fields: readonly Field<Item>[]): Field<Item> | undefined {
  const known = fields.filter(({ order, json }) => order || json);
  return (
    known.find((field) => namesOf(field).includes(name)) ??
    known.find((field) => namesOf(field).some((each) => each.startsWith(name)))
  );
}

export function countedBy<T>(items: readonly T[], nameOf: (item: T) => string | null | undefined) {
  return [...Map.groupBy(items, nameOf)]
    .flatMap(([name, { length: count }]) => (name ? [{ name, count }] : []))
    .sort((a, b) => b.count - a.count || byValue(a.name, b.name));
}

/** A name in quotation marks for a filter. */
export function quoted(name: string): string {
  return /\s/u.test(name) ? `"${name}"` : name;
}
