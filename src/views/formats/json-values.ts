import { share } from '../../base/format.ts';

type Maybe = number | null | undefined;

/** A value against its limit. `unlimited` is null where the server says nothing of a limit; a limit of 0 blocks. */
export interface LoadJson {
  value: number | null;
  limit: number | null;
  unlimited: boolean | null;
  /** 0 to 1, and above. */
  share: number | null;
}

/** Unix ms as ISO 8601, or null where it is missing or no time at all. */
export function timeJson(ms: Maybe): string | null {
  if (ms == null) return null;
  const date = new Date(ms);
  // Few programs accept years of more than four digits.
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 0
    ? null
    : date.toISOString();
}

/** A limit of null is unlimited, a missing one is not known: JSON has one null for both. */
export function unlimitedJson(limit: Maybe): boolean | null {
  return limit === undefined ? null : limit === null;
}

/** A value against its limit. JSON has one null: `unlimited` distinguishes "no limit" from "not known". */
export function loadJson(value: Maybe, limit: Maybe): LoadJson {
  return {
    value: value ?? null,
    limit: limit ?? null,
    unlimited: unlimitedJson(limit),
    share: share(value, limit) ?? null,
  };
}
