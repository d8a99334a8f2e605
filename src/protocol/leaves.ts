import * as z from 'zod';
import { boundedText } from '../base/safe-text.ts';

/**
 * Readers of single fields. All tolerance for a server's types is here: a number may be a text, a boolean 0 or 1,
 * an id either. A value that cannot be read is a zod issue, and is left out (`maybe`).
 */

/**
 * Larger than the bytes that the largest cluster has sent since its start, and small enough that sums and products
 * of such numbers are finite.
 */
export const MAX_AMOUNT = 1e18;
/** Largest number of items in a paged list: indices, page numbers and scroll bars are computed from it. */
const MAX_ITEMS = 1e9;
/** A hundred cores, because some servers add up their cores. */
const MAX_PERCENT = 10_000;
/** The last date that JavaScript supports, Unix ms. */
const MAX_TIME = 8.64e15;
/** Longer names, words and messages are cut before their width is computed; code units. */
const MAX_TEXT_CHARACTERS = 1024;
const MAX_LONG_TEXT_CHARACTERS = 4096;
/** Ids and other text that is sent back are never cut: longer ones count as unreadable. */
const MAX_EXACT_CHARACTERS = 16 * 1024;
const MAX_ID_CHARACTERS = 1024;
/** Limit for a value of unspecified shape. */
const MAX_MEMBERS = 16;
const MAX_LEVELS = 4;

const DECIMAL = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;
/** Longer text is not parsed as a number. */
const MAX_DIGITS = 40;

/** A schema of one field. `read` returns undefined if the value is not what `expected` says. */
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

/** From 0 to `most`. A larger value is not a measured amount, but usually a counter that fell below 0. */
function amountOf(value: unknown, most: number): number | undefined {
  const found = numberOf(value);
  return found === undefined || found < 0 || found > most ? undefined : found;
}

/** Unix ms, also from a written date. */
function readTime(value: unknown): number | undefined {
  const found = typeof value === 'string' && ISO_TIME.test(value) ? Date.parse(value) : numberOf(value);
  return found !== undefined && found >= 0 && found <= MAX_TIME ? found : undefined;
}

/** A smaller number would be a date before 1973 in ms, so it is seconds. */
const MAX_SECONDS = 1e11;
/** A smaller number would be a date before 1973 in seconds as well. */
const MIN_SECONDS = 1e8;

function withoutSign(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\s*%\s*$/, '') : value;
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

/** A value of unspecified shape: itself, or its own members that are neither lists nor objects. */
function shallowOf(value: unknown): unknown {
  const isKept = typeof value === 'object' && value !== null && isShallow(value as Record<string, unknown>);
  return isKept ? value : nestedOf(value, 1);
}

/** The same with nested content, down to a few levels; deeper content is left out. */
function nestedOf(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null || levels === 0) return scalarOf(value);
  if (Array.isArray(value)) return value.slice(0, MAX_MEMBERS).map((part) => nestedOf(part, levels - 1));
  const members = Object.entries(value).slice(0, MAX_MEMBERS);
  return Object.fromEntries(
    members.map(([name, part]) => [boundedText(name, MAX_TEXT_CHARACTERS), nestedOf(part, levels - 1)]),
  );
}

/** Whether nothing needs to be cut, which is true for nearly every link of a large cluster. */
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

/** Counts, bytes, bytes per second, milliseconds: 0 to `MAX_AMOUNT`, also as text. Fractions are accepted. */
export function readQuantity(value: unknown): number | undefined {
  return amountOf(value, MAX_AMOUNT);
}
export const number = leaf('a number from 0', readQuantity);
/** Number of items in a list. */
export const itemCount = leaf('a number from 0', (value) => {
  const found = amountOf(value, Number.POSITIVE_INFINITY);
  return found && Math.min(found, MAX_ITEMS);
});
/** Latitude or longitude in degrees. */
export const degrees = leaf('a number', numberOf);
/** 0 to 100, also as text with a percent sign; the sum of several cores is cut to 100. */
export const percent = leaf('a percentage', (value) => {
  const found = amountOf(withoutSign(value), MAX_PERCENT);
  return found && Math.min(found, 100);
});
/** 0 to 100, also as text with a percent sign. */
export const score = leaf('a score from 0 to 100', (value) => amountOf(withoutSign(value), 100));
/** Unix ms, also as an ISO 8601 date with its zone. */
export const time = leaf('a time', readTime);
/** Unix ms, also as an ISO 8601 date with its zone, or in Unix seconds. */
export const timeOrSeconds = leaf('a time', (value) => {
  const found = readTime(value);
  const isSeconds = found !== undefined && found >= MIN_SECONDS && found < MAX_SECONDS;
  return isSeconds ? found * 1_000 : found;
});
/** true or false, also as 1 and 0, and as text. */
export const flag = leaf('true or false', flagOf);
/** A word, name or line to show; an extremely long one is cut. A number is converted to text. */
export const text = leaf('text', (value) => textOf(value, MAX_TEXT_CHARACTERS));
/** A message or description. */
export const longText = leaf('text', (value) => textOf(value, MAX_LONG_TEXT_CHARACTERS));
/**
 * Text that is used and not only shown (a token, a key, a command that is edited): never cut; unreadable if too
 * long.
 */
export const exact = leaf('text', (value) => exactOf(value, MAX_EXACT_CHARACTERS));
/** An identifier as text, whatever its type, so that it can be looked up. */
export const id = leaf('an id', (value) => exactOf(value, MAX_ID_CHARACTERS) || undefined);

/** Digits as a number if that writes the same digits, else as they are: `007`, and what is larger than 2^53. */
export function exactDigits(digits: string): number | string {
  const found = Number(digits);
  return Number.isSafeInteger(found) && String(found) === digits ? found : digits;
}

const DIGITS = new RegExp(`^\\d{1,${MAX_DIGITS}}$`);

/** Id of a user, with all its digits, because it is sent back. */
export const userId = leaf('a number from 0', (value) =>
  typeof value === 'string' && DIGITS.test(value) ? exactDigits(value) : readQuantity(value),
);
/** Id of a journal entry: a number above 0, or 0 for invalid ids such as words and negative numbers. */
export const entryId = leaf('an id', (value) => {
  if (typeof value === 'string' && DIGITS.test(value)) return entryNumber(value);
  const isId = typeof value === 'string' || typeof value === 'number';
  return isId ? (readQuantity(value) ?? 0) : undefined;
});

/** The id of a journal entry from its text; a bigint only if a number would not keep all its digits. */
export function entryNumber(written: string): number | bigint {
  const found = Number(written);
  return Number.isSafeInteger(found) || !DIGITS.test(written) ? found : BigInt(written);
}
/** A name; an empty one counts as missing. */
export const label = leaf('text', (value) => (value === '' ? null : textOf(value, MAX_TEXT_CHARACTERS)));
/** A value of unspecified shape, one level deep, so that no code recurses into a server's nesting. */
export const shallow = leaf('a value', (value) => shallowOf(value) ?? null);

/** A value of unspecified shape, with its nested content. */
export const nested = leaf('a value', (value) => nestedOf(value, MAX_LEVELS) ?? null);

/** A field that may be missing, null or unreadable without any other loss. Views show it as `—`. */
export function maybe<T extends z.ZodType>(schema: T) {
  return schema.nullish();
}
/**
 * A cap or limit: null means unlimited, and so does a number that no amount reaches, such as the largest one of 64 bits;
 * 0 means blocked, undefined means missing.
 */
export const cap = maybe(
  leaf('a number from 0', (value) => {
    const found = amountOf(value, Number.POSITIVE_INFINITY);
    return found !== undefined && found > MAX_AMOUNT ? null : found;
  }),
);
