import { expect, test } from 'vitest';
import type { Page } from '../../src/protocol/envelope.ts';
import { type PagePlace, pagePlace } from '../../src/protocol/paging.ts';

/** Page 3 of ten rows each is requested; the answer has this many items, and says this about itself. */
function place(items: number, says: Partial<Page<number>>): PagePlace {
  return pagePlace({ ...says, list: Array.from({ length: items }, () => 0) }, { page: 3, rowsPerPage: 10 });
}

test.each<[string, number, Partial<Page<number>>, PagePlace]>([
  [
    'all fields are given',
    5,
    { currentPage: 2, itemsPerPage: 5, hasNext: true, totalItems: 31 },
    { offset: 5, rows: 5, hasNext: true, totalItems: 31 },
  ],
  [
    'no field is given and it is full',
    10,
    {},
    { offset: 20, rows: 10, hasNext: true, totalItems: undefined },
  ],
  ['no field is given and it is empty', 0, {}, { offset: 20, rows: 10, hasNext: false, totalItems: 20 }],
  [
    'another page follows, so this one shows the page size',
    4,
    { hasNext: true },
    { offset: 8, rows: 4, hasNext: true, totalItems: undefined },
  ],
  [
    'it is the last one and shorter than those before',
    4,
    { hasNext: false },
    { offset: 20, rows: 10, hasNext: false, totalItems: 24 },
  ],
  [
    'it is empty, and claims that another follows',
    0,
    { hasNext: true },
    { offset: 20, rows: 10, hasNext: true, totalItems: undefined },
  ],
  [
    'it is not the requested page',
    10,
    { currentPage: 1, hasNext: false },
    { offset: 0, rows: 10, hasNext: false, totalItems: 10 },
  ],
  [
    'its figures are below one',
    2,
    { currentPage: 0, itemsPerPage: 0, hasNext: false },
    { offset: 20, rows: 10, hasNext: false, totalItems: 22 },
  ],
  [
    'one row makes a page',
    1,
    { itemsPerPage: 1, hasNext: false },
    { offset: 2, rows: 1, hasNext: false, totalItems: 3 },
  ],
  [
    'the last page calls the number of its items the page size',
    4,
    { itemsPerPage: 4, hasNext: false, totalItems: 24 },
    { offset: 20, rows: 10, hasNext: false, totalItems: 24 },
  ],
  [
    'the server gives four rows a page, and this is its third page',
    4,
    { itemsPerPage: 4, hasNext: false, totalItems: 12 },
    { offset: 8, rows: 4, hasNext: false, totalItems: 12 },
  ],
  [
    'the server gives more rows than requested',
    12,
    { itemsPerPage: 12, hasNext: false, totalItems: 32 },
    { offset: 24, rows: 12, hasNext: false, totalItems: 32 },
  ],
  [
    'a page of four rows is followed by another',
    4,
    { itemsPerPage: 4, hasNext: true, totalItems: 24 },
    { offset: 8, rows: 4, hasNext: true, totalItems: 24 },
  ],
  [
    'its figures are fractions',
    2,
    { currentPage: 2.7, itemsPerPage: 5.5, hasNext: false },
    { offset: 5, rows: 5, hasNext: false, totalItems: 7 },
  ],
  [
    'null counts as not given',
    2,
    { currentPage: null, itemsPerPage: null, totalItems: null, totalPages: null, hasNext: false },
    { offset: 20, rows: 10, hasNext: false, totalItems: 22 },
  ],
])('the position of a page in its list: %s', (_what, items, says, expected) => {
  expect(place(items, says)).toEqual(expected);
});

test.each<[string, number, Partial<Page<number>>, boolean]>([
  ['pages are left', 10, { totalPages: 4 }, true],
  ['it is the last page', 10, { totalPages: 3 }, false],
  ['items are left', 10, { totalItems: 31 }, true],
  ['it holds the last item', 10, { totalItems: 30 }, false],
  ["items are left, by the server's rows a page", 5, { totalItems: 16, itemsPerPage: 5 }, true],
  ["it holds the last item, by the server's rows a page", 5, { totalItems: 15, itemsPerPage: 5 }, false],
  ['the number of pages counts before that of items', 10, { totalPages: 3, totalItems: 99 }, false],
  ['hasNext of the server counts before its numbers', 10, { hasNext: true, totalPages: 3 }, true],
])('whether another page follows: %s', (_what, items, says, hasNext) => {
  expect(place(items, says).hasNext).toBe(hasNext);
});
