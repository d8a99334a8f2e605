import { expect, test } from 'vitest';
import { HttpError } from '../../src/http/errors.ts';
import { isPageRefused, PageSize } from '../../src/polling/page-size.ts';

test.each([null, undefined, 'no', 400])('%j as a thrown value is no refused page', (thrown) => {
  expect(isPageRefused(thrown)).toBe(false);
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
