import type { Clock } from '../base/clock.ts';
import { endpoints } from '../protocol/endpoints.ts';
import { NetworkError } from './errors.ts';
import { pause } from './pause.ts';
import type { HttpResponse, Interceptor } from './request.ts';
import { retryAfter } from './retry-after.ts';

export interface RetryOptions {
  /** Number of attempts, including the first. */
  readonly tries?: number;
  /** First pause, ms; doubles each time. */
  readonly base?: number;
  /** Returns 0 to 1, for the jitter. */
  readonly random?: () => number;
}

/** The last attempt must start within this time, ms: less than a poll interval, because the next poll comes anyway. */
const WITHIN_MS = 5_000;
/** Statuses of temporary faults. A 500 of one endpoint is left to the next poll. */
const passing = new Set([429, 502, 503, 504]);
const passingCodes = new Set(['RESET', 'REFUSED']);

/**
 * Repeats requests that may be repeated (`protocol/endpoints.ts`), with exponential backoff and full jitter.
 * `Retry-After` is followed if it fits in the time; otherwise the response is returned as it is. Writes are never
 * repeated.
 */
export function retry(clock: Clock, options: RetryOptions = {}): Interceptor {
  const { tries = 3, base = 250, random = Math.random } = options;
  return (next) => async (request) => {
    if (!endpoints[request.endpoint].repeatable) return next(request);
    const end = clock.monotonic() + WITHIN_MS;
    for (let attempt = 1; ; attempt++) {
      let outcome: HttpResponse | undefined;
      let failure: unknown;
      try {
        outcome = await next(request);
      } catch (error) {
        failure = error;
      }
      const asked = outcome && retryAfter(outcome.headers, clock.now());
      const wait = asked ?? random() * base * 2 ** (attempt - 1);
      // A 429 without `Retry-After` is left to the poller, which slows down.
      const again = outcome
        ? passing.has(outcome.status) && (outcome.status !== 429 || asked !== undefined)
        : failure instanceof NetworkError && passingCodes.has(failure.code);
      if (!again || attempt >= tries || clock.monotonic() + wait > end) {
        if (outcome) return outcome;
        throw failure;
      }
      await pause(clock, wait, request);
    }
  };
}
