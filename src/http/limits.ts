import type { Clock } from '../base/clock.ts';
import { MINUTE_MS } from '../base/durations.ts';
import { pause } from './pause.ts';
import type { Interceptor } from './request.ts';

/** Requests per minute, and how many of them may be sent at once. */
export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
}

/**
 * Interface A documents no limit, so this is moderate: at most 240 in any minute, far above the 75 that polling
 * needs.
 */
export const managementRate: Rate = { perMinute: 240, burst: 30 };
/** Interface B allows 500 a minute; other programs share the key. */
export const cloudRate: Rate = { perMinute: 480, burst: 30 };

/**
 * Passes at most `perMinute` requests in any 60 s; others wait. The burst is included: the rest of the allowance
 * refills evenly.
 */
export function rateLimit(rate: Rate, clock: Clock): Interceptor {
  const burst = Math.max(1, Math.min(rate.burst, rate.perMinute - 1));
  const gap = MINUTE_MS / (rate.perMinute - burst);
  // The time at which the allowance is full again (the "theoretical arrival time" of GCRA).
  let full = Number.NEGATIVE_INFINITY;
  return (next) => async (request) => {
    const now = clock.monotonic();
    full = Math.max(full, now) + gap;
    const wait = full - now - burst * gap;
    if (wait > 0) await pause(clock, wait, request);
    return next(request);
  };
}
