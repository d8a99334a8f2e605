import { share } from '../../base/format.ts';

type Maybe = number | null | undefined;

/** A value with its limit. `unlimited` is null if the server reports no limit member; a limit of 0 blocks. */
export interface LoadJson {
  value: number | null;
  limit: number | null;
  unlimited: boolean | null;
  /** 0 to 1; more if the limit is exceeded. */
  share: number | null;
}

/** Unix ms as ISO 8601; null if it is missing or not a valid time. */
export function timeJson(ms: Maybe): string | null {
  if (ms == null) return null;
  const date = new Date(ms);
  // Few programs accept years with more than four digits.
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 0
    ? null
    : date.toISOString();
}

/**
 * A limit of null means unlimited, a missing limit is unknown. JSON would have null for both, so this is a member
 * of its own.
 */
export function unlimitedJson(limit: Maybe): boolean | null {
  return limit === undefined ? null : limit === null;
}

/** A value with its limit. `unlimited` distinguishes "no limit" from "not known", which are both null in JSON. */
export function loadJson(value: Maybe, limit: Maybe): LoadJson {
  return {
    value: value ?? null,
    limit: limit ?? null,
    unlimited: unlimitedJson(limit),
    share: share(value, limit) ?? null,
  };
}
