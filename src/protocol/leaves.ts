import * as z from 'zod';
import { boundedText } from '../base/safe-text.ts';

/**
 * Readers of single fields. All tolerance towards a server's types is here: a number may come as text, a boolean as 0
 * or 1, an id as either. A value that cannot be read is an issue of zod's, and is left out (`maybe`).
 */

/**
 * The bytes that the largest cluster has sent since its start fit, and sums and products of a few such numbers stay
 * finite.
 */
export const MAX_AMOUNT = 1e18;
/** Of a paged list: indexes, page numbers and scroll bars are computed from it. */
const MAX_ITEMS = 1e9;
/** Of a hundred cores: some servers add up their cores. */
const MAX_PERCENT = 10_000;
/** The last date that JavaScript can show, Unix ms. */
const MAX_TIME = 8.64e15;
/** Names, words and messages beyond this are cut before anything measures them; code units. */
const MAX_TEXT_CHARACTERS = 1024;
const MAX_LONG_TEXT_CHARACTERS = 4096;
/** Ids and other text that is sent back are never cut: longer ones count as unreadable. */
const MAX_EXACT_CHARACTERS = 16 * 1024;
const MAX_ID_CHARACTERS = 1024;
/** Of a value whose shape is not specified. */
const MAX_MEMBERS = 16;
const MAX_LEVELS = 4;

const DECIMAL = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;
/** Longer text is not looked at for a number. */
const MAX_DIGITS = 40;

/** A schema of one field. `read` gives undefined for what is not `expected`. */
function leaf<T>(expected: string, read: (value: unknown) => T | undefined) {
  return z.transform<unknown, T>((value, context) => {
    const found = read(value);
    if (found !== undefined) return found;
    context.issues.push({ code: 'custom', message: `expected ${expected}`, input: value });
    return z.NEVER;
  });
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > MAX_DIGITS) return undefined;
  const digits = value.trim();
  return DECIMAL.test(digits) ? numberOf(Number(digits)) : undefined;
}

/** From 0 to `most`. What is greater is no measured amount: the usual one is a counter that fell below 0. */
function amountOf(value: unknown, most: number): number | undefined {
  const found = numberOf(value);
  return found === undefined || found < 0 || found > most ? undefined : found;
}

/** From 0 on; what is greater than `most` is cut to it. */
function cutAmountOf(value: unknown, most: number): number | undefined {
  const found = amountOf(value, Number.POSITIVE_INFINITY);
  return found === undefined ? undefined : Math.min(found, most);
}

/** Unix ms, also where it is written as a date. */
export function readTime(value: unknown): number | undefined {
  const found = typeof value === 'string' && ISO_TIME.test(value) ? Date.parse(value) : numberOf(value);
  return found !== undefined && found >= 0 && found <= MAX_TIME ? found : undefined;
}

/** Below this, Unix ms would be a date before 1973: the number is seconds. */
const MAX_SECONDS = 1e11;
/** Below this, seconds would be a date before 1973, too. */
const MIN_SECONDS = 1e8;

function timeOrSecondsOf(value: unknown): number | undefined {
  const found = readTime(value);
  const isSeconds = found !== undefined && found >= MIN_SECONDS && found < MAX_SECONDS;
  return isSeconds ? found * 1_000 : found;
}

function withoutSign(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\s*%\s*$/, '') : value;
}

function percentOf(value: unknown): number | undefined {
  const found = amountOf(withoutSign(value), MAX_PERCENT);
  return found === undefined ? undefined : Math.min(found, 100);
}

function flagOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (word === 1 || word === '1' || word === 'true') return true;
  return word === 0 || word === '0' || word === 'false' ? false : undefined;
}

function textOf(value: unknown, most: number): string | undefined {
  if (typeof value === 'string') return boundedText(value, most);
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

function exactOf(value: unknown, most: number): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.length <= most ? value : undefined;
}

/** A value whose shape is not specified: itself, or its own members that are no lists or objects. */
function shallowOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return scalarOf(value);
  if (isShallow(value as Readonly<Record<string, unknown>>)) return value;
  if (Array.isArray(value)) return value.slice(0, MAX_MEMBERS).map(scalarOf);
  const members = Object.entries(value).slice(0, MAX_MEMBERS);
  return Object.fromEntries(
    members.map(([name, part]) => [boundedText(name, MAX_TEXT_CHARACTERS), scalarOf(part)]),
  );
}

/** The same with what is nested in it, down to a few levels; what lies deeper is left out. */
function nestedOf(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null || levels === 0) return scalarOf(value);
  if (Array.isArray(value)) return value.slice(0, MAX_MEMBERS).map((part) => nestedOf(part, levels - 1));
  const members = Object.entries(value).slice(0, MAX_MEMBERS);
  return Object.fromEntries(
    members.map(([name, part]) => [boundedText(name, MAX_TEXT_CHARACTERS), nestedOf(part, levels - 1)]),
  );
}

/** Whether nothing has to be cut, which holds for nearly every link of a large cluster. */
function isShallow(value: Readonly<Record<string, unknown>>): boolean {
  let members = 0;
  for (const name in value) {
    members++;
    if (members > MAX_MEMBERS || name.length > MAX_TEXT_CHARACTERS || scalarOf(value[name]) !== value[name])
      return false;
  }
  return true;
}

function scalarOf(value: unknown): unknown {
  if (typeof value === 'object') return null;
  return typeof value === 'string' ? boundedText(value, MAX_TEXT_CHARACTERS) : value;
}

/** Counts, bytes, bytes per second, milliseconds: 0 to `MAX_AMOUNT`, also as text. A fraction is fine. */
export function readQuantity(value: unknown): number | undefined {
  return amountOf(value, MAX_AMOUNT);
}
export const number = leaf('a number from 0', readQuantity);
/** Of items in a list. */
export const itemCount = leaf('a number from 0', (value) => cutAmountOf(value, MAX_ITEMS));
/** Degrees of latitude and longitude. */
export const degrees = leaf('a number', numberOf);
/** 0 to 100, also as text and with its sign; of several cores together it is cut to 100. */
export const percent = leaf('a percentage', percentOf);
/** 0 to 100, also as text and with a sign of percent. */
export const score = leaf('a score from 0 to 100', (value) => amountOf(withoutSign(value), 100));
/** Unix ms, also as an ISO 8601 date with its zone. */
export const time = leaf('a time', readTime);
/** Unix ms, also as an ISO 8601 date with its zone, or in Unix seconds. */
export const timeOrSeconds = leaf('a time', timeOrSecondsOf);
/** true or false, also as 1 and 0, and as text. */
export const flag = leaf('true or false', flagOf);
/** A word, name or line to be shown, cut where it is absurdly long. A number is its digits. */
export const text = leaf('text', (value) => textOf(value, MAX_TEXT_CHARACTERS));
/** A message or description. */
export const longText = leaf('text', (value) => textOf(value, MAX_LONG_TEXT_CHARACTERS));
/** Text that is used and not only shown (a token, a key, a command that is edited): whole, or not read. */
export const exact = leaf('text', (value) => exactOf(value, MAX_EXACT_CHARACTERS));
/** An identifier as text, whatever type it came as, so that it can be looked up. */
export const id = leaf('an id', (value) => exactOf(value, MAX_ID_CHARACTERS) || undefined);
/** Of a journal entry: a number above 0, or 0 for ids that are none, such as words and negative ones. */
export const entryId = leaf('an id', (value) => {
  const isId = typeof value === 'string' || typeof value === 'number';
  return isId ? (readQuantity(value) ?? 0) : undefined;
});
/** A name that tells nothing where it is empty: then it is taken for missing. */
export const label = leaf('text', (value) => (value === '' ? null : textOf(value, MAX_TEXT_CHARACTERS)));
/** A value whose shape is not specified, one level deep: nothing recurses into what a server nested. */
export const shallow = leaf('a value', (value) => shallowOf(value) ?? null);

/** A value whose shape is not specified, with what is nested in it. */
export const nested = leaf('a value', (value) => nestedOf(value, MAX_LEVELS) ?? null);

/** A field that may be missing, null or unreadable, and then costs nothing but itself. Views show it as `—`. */
export function maybe<T extends z.ZodType>(schema: T) {
  return schema.nullish();
}
/** A cap or limit: null is unlimited, 0 is blocked, undefined is missing. The largest number of a server is cut. */
export const cap = maybe(leaf('a number from 0', (value) => cutAmountOf(value, MAX_AMOUNT)));
