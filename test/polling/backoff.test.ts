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
])('every %i ms, %i failures: waits %i ms after a fault, %i ms after 429', (interval, count, pause, rate) => {
  const told = { rateLimited: true, retryAfter: 90_000 };
  expect([fault, limited, told].map((kind) => backoff(interval, count, kind))).toEqual([pause, rate, 90_000]);
});

test('any thrown value is a fault or a rate limit', () => {
  for (const thrown of [null, 'no', { code: 'HTTP_503', status: 503 }])
    expect(failureKind(thrown)).toEqual(fault);
  expect(failureKind({ status: 429, retryAfter: 5 })).toEqual({ rateLimited: true, retryAfter: 5 });
  const after = (retryAfter: unknown) => failureKind({ code: 'RATE_LIMITED', retryAfter });
  expect([-1, 'soon', 0].map(after)).toEqual([limited, limited, { rateLimited: true, retryAfter: 0 }]);
});
