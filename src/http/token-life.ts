import { DAY_MS } from '../base/durations.ts';

/** The documented lifetime, for servers that do not say another in a way that can be read. */
const DEFAULT_LIFE_MS = 900_000;
/** No server issues tokens for a shorter or longer time; such a value has another unit or another meaning. */
const LEAST_MS = 10_000;
const MOST_MS = 31 * DAY_MS;

/**
 * How long a token counts, ms, by two witnesses that no difference between the clocks of both sides harms: the
 * remaining time (which should be ms, and is seconds on some servers), and the span from the response's own time to
 * the token's end. Only renewing in time depends on it: a token is used until it is refused.
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
