import { DAY_MS } from '../base/durations.ts';

/** The documented lifetime, for servers that do not report a readable one. */
const DEFAULT_LIFE_MS = 900_000;
/** Least and greatest plausible lifetime; a value outside has another unit or another meaning. */
const LEAST_MS = 10_000;
const MOST_MS = 31 * DAY_MS;

/**
 * Lifetime of a token, ms. It is computed from two values that do not depend on our clock: the remaining time (which
 * should be ms, but is seconds on some servers), and the time from the response's own date to the token's end. It only
 * decides when to renew the token, which is used until the server refuses it.
 * @param remainingTime of the login's `data`
 * @param expireDate of the login's `data`, Unix ms by the server's clock
 * @param generatedAt of the response's `meta`, Unix ms by the server's clock
 */
export function tokenLife(
  remainingTime: number | null | undefined,
  expireDate: number | null | undefined,
  generatedAt: number | null | undefined,
): number {
  const span = expireDate == null || generatedAt == null ? undefined : possible(expireDate - generatedAt);
  const asMs = possible(remainingTime);
  const asSeconds = possible((remainingTime ?? 0) * 1000);
  if (span === undefined) return asMs ?? asSeconds ?? DEFAULT_LIFE_MS;
  if (asMs === undefined || isNear(asSeconds, span)) return span;
  return Math.min(span, asMs);
}

function possible(ms: number | null | undefined): number | undefined {
  return ms != null && ms >= LEAST_MS && ms <= MOST_MS ? ms : undefined;
}

function isNear(ms: number | undefined, other: number): boolean {
  return ms !== undefined && Math.abs(ms - other) < other / 10;
}
