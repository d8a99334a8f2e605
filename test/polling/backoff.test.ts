import { expect, test } from 'vitest';
import { backoff, failureKind } from '../../src/polling/backoff.ts';

const fault = { rateLimited: false, retryAfter: undefined };
const limited = { rateLimited: true, retryAfter: undefined };

test.each([
  // interval, failures, pause after a fault, pause after 429
  [2_000, 1, 2_000, 4_000],
  [2_000, 2, 4_000, 8_000],
  [2_000, 3, 4_000, 16_000],
  [2_000, 90, 4_000, 16_000],
  [10_000, 5, 10_000, 30_000],
  [60_000, 5, 60_000, 60_000],
])(
  'every %i ms, %i failures in a row: waits %i ms after a fault, %i ms after 429',
  (interval, failures, pause, rate) => {
    expect(backoff(interval, failures, fault)).toBe(pause);
    expect(backoff(interval, failures, limited)).toBe(rate);
    expect(backoff(interval, failures, { rateLimited: true, retryAfter: 90_000 })).toBe(90_000);
  },
);

test('any thrown value is a fault or a rate limit', () => {
  expect(failureKind(null)).toEqual(fault);
  expect(failureKind('no')).toEqual(fault);
  expect(failureKind({ status: 429, retryAfter: 5 })).toEqual({ rateLimited: true, retryAfter: 5 });
  expect(failureKind({ code: 'RATE_LIMITED', retryAfter: -1 })).toEqual(limited);
  expect(failureKind({ code: 'RATE_LIMITED', retryAfter: 'soon' })).toEqual(limited);
  expect(failureKind({ code: 'RATE_LIMITED', retryAfter: 0 })).toEqual({ rateLimited: true, retryAfter: 0 });
  expect(failureKind({ code: 'HTTP_503', status: 503 })).toEqual(fault);
});
