import { ApiError, invalid } from './errors.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A JSON object; an empty one for any other value, so that missing fields are reported one by one. */
export function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** `data.attributes` of a request's body. */
export function attributesOf(body: unknown): Json {
  return objectOf(objectOf(objectOf(body).data).attributes);
}

/** A list of strings, as in batch look-ups; a 400 for any other value. */
export function stringList(value: unknown, field: string): readonly string[] {
  const MOST = 1_000;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw invalid({ [field]: [`The ${field} field is required and must be an array of strings.`] });
  }
  if (value.length > MOST) {
    throw invalid({ [field]: [`At most ${MOST} items are allowed.`] });
  }
  return value;
}

/** A whole number of a query; the default if it is missing, a 400 if it is invalid or out of range. */
export function wholeNumber(value: unknown, field: string, fallback: number, most: number): number {
  if (value === undefined) return fallback;
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= 1 && number <= most)) {
    throw new ApiError(400, `Invalid value of ${field}: a whole number from 1 to ${most} is expected`);
  }
  return number;
}

/** One of the allowed words; undefined if it is missing, a 400 for any other. */
export function oneOf<T extends string>(value: unknown, field: string, words: readonly T[]): T | undefined {
  if (value === undefined || value === '') return undefined;
  const word = words.find((w) => w === value);
  if (word === undefined) {
    throw new ApiError(400, `Invalid value of ${field}: expected one of ${words.join(', ')}`);
  }
  return word;
}

/** A string of a query as received; a 400 if it was given twice. */
export function singleText(value: unknown, field: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw new ApiError(400, `Invalid value of ${field}: a single value is expected`);
}
