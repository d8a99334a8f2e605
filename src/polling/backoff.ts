/** Longest pause after failures, ms: close to the interval, so that the end of a fault is noticed soon. */
const CEILING_MS = 10_000;
/** Longest pause after a 429 without `Retry-After`, ms: the server asked for fewer requests. */
const RATE_CEILING_MS = 30_000;

type FailureKind = Readonly<ReturnType<typeof failureKind>>;

/**
 * The parts of an error that decide the pause: rate limit, and the server's own `Retry-After` (ms). Read structurally,
 * because any error may occur.
 */
export function failureKind(error: unknown) {
  const { code, status, retryAfter }: Record<string, unknown> = Object(error);
  const wait = typeof retryAfter === 'number' && retryAfter >= 0 ? retryAfter : undefined;
  return { rateLimited: status === 429 || code === 'RATE_LIMITED', retryAfter: wait };
}

/**
 * Pause in ms from the start of a failed attempt to the next one, after `failures` in a row. After the first
 * failure it is the normal interval. A fault doubles it once at most (never above 10 s, never below the interval),
 * a 429 up to eight intervals or 30 s.
 */
export function backoff(interval: number, failures: number, kind: FailureKind): number {
  const most = kind.rateLimited
    ? Math.max(interval, Math.min(8 * interval, RATE_CEILING_MS))
    : Math.max(interval, Math.min(2 * interval, CEILING_MS));
  const doublings = kind.rateLimited ? failures : failures - 1;
  const pause = Math.min(most, interval * 2 ** Math.min(doublings, 10));
  return Math.max(pause, kind.retryAfter ?? 0);
}
