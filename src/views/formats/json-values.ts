import { share } from '../../base/format.ts';

type Maybe = number | null | undefined;

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

export type LoadJson = ReturnType<typeof loadJson>;

/** A value with its limit, where a limit of 0 blocks; its share is 0 to 1, and more if the limit is exceeded. */
export function loadJson(value: Maybe, limit: Maybe) {
  return {
    value: value ?? null,
    limit: limit ?? null,
    unlimited: unlimitedJson(limit),
    share: share(value, limit) ?? null,
  };
}
