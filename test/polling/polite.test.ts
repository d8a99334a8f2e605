import { expect, test } from 'vitest';
import { HttpError } from '../../src/http/errors.ts';
import { backoff, failureKind } from '../../src/polling/backoff.ts';
import { isOrdered } from '../../src/polling/order.ts';
import { isPageRefused, PageSize } from '../../src/polling/page-size.ts';

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

test('any thrown value is understood', () => {
  expect(failureKind(null)).toEqual(fault);
  expect(failureKind('no')).toEqual(fault);
  for (const thrown of [null, undefined, 'no', 400]) expect(isPageRefused(thrown)).toBe(false);
  expect(failureKind({ status: 429, retryAfter: 5 })).toEqual({ rateLimited: true, retryAfter: 5 });
  expect(failureKind({ code: 'RATE_LIMITED', retryAfter: -1 })).toEqual(limited);
  expect(failureKind({ code: 'RATE_LIMITED', retryAfter: 'soon' })).toEqual(limited);
  expect(failureKind({ code: 'RATE_LIMITED', retryAfter: 0 })).toEqual({ rateLimited: true, retryAfter: 0 });
  expect(failureKind({ code: 'HTTP_503', status: 503 })).toEqual(fault);
});

test('a page shrinks where its size is refused, and is restored where the size was not the reason', () => {
  const size = new PageSize(100, 1_000);
  expect(isPageRefused(new HttpError(413, 'too large', {}))).toBe(true);
  expect(size.shrink()).toBe(true);
  expect(size.rows).toBe(50);
  expect(size.want(1_000)).toBe(false);
  while (size.shrink());
  expect(size.rows).toBe(100);
  // No more tries until a response came.
  expect(size.shrink()).toBe(false);
  size.answered();
  expect(size.shrink()).toBe(true);
});

test('a server that returns fewer rows than requested sets the page size', () => {
  const size = new PageSize(100, 1_000);
  expect(size.given(100)).toBe(false);
  expect(size.want(400)).toBe(true);
  expect(size.given(20)).toBe(true);
  expect(size.want(400)).toBe(false);
  expect(size.rows).toBe(20);
});

test.each([
  [[1, 2, 2, 9], 'asc', true],
  [[9, 2, 2, 1], 'asc', false],
  [[9, 2, 2, 1], 'desc', true],
  [[9, 2, 2, 1], undefined, true],
  [[5, 1, 9, 2, 8], undefined, false],
  [[1, undefined, 2, null, 3], 'asc', true],
  // One value changed while the page was written.
  [[1, 2, 3, 9, 4, 5, 6, 7], 'asc', true],
  // One in five pairs is tolerated, two are not.
  [[1, 2, 3, 9, 4, 5], 'asc', true],
  [[1, 2, 3, 9, 4], 'asc', false],
  [[5, 4, 3, 1, 2, 1], 'desc', true],
  [[5, 4, 3, 1, 2], 'desc', false],
  [[5, 4, 3, 1, 2, 1], undefined, true],
  [[5, 4, 3, 1, 2], undefined, false],
  // A word and a number cannot be compared.
  [['c', 1, 'b', 2, 'a', 3], 'asc', true],
  [['a', 'B', 'c'], 'asc', true],
  [['B', 'a', 'c'], 'asc', true],
  [['c', 'b', 'a'], 'asc', false],
  [[undefined, undefined], 'asc', true],
  [[2, 2, 2], 'asc', true],
  [[2, 2, 2], 'desc', true],
  [[2, 2, 2], undefined, true],
] as const)('%j is in order %s: %s', (values, order, ordered) => {
  const items = values.map((field) => ({ field }));
  expect(isOrdered(items, { orderBy: 'field', order })).toBe(ordered);
});

test('without a requested order every page is in order', () => {
  expect(isOrdered([{ field: 2 }, { field: 1 }, { field: 3 }], {})).toBe(true);
  expect(isOrdered([{ undefined: 2 }, { undefined: 1 }, { undefined: 3 }], {})).toBe(true);
});
