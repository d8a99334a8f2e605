import { expect, test } from 'vitest';
import type { Page } from '../../src/protocol/envelope.ts';
import { type PagePlace, pagePlace } from '../../src/protocol/paging.ts';

const last = { hasNext: false };
const nothing = { currentPage: null, itemsPerPage: null, totalItems: null, totalPages: null };

/** Page 3 of ten rows each is requested; the answer has this many items, and says this about itself. */
function place(items: number, says: Partial<Page<number>>): PagePlace {
  return pagePlace({ ...says, list: Array.from({ length: items }, () => 0) }, { page: 3, rowsPerPage: 10 });
}

test.each<[string, number, Partial<Page<number>>, string]>([
  ['all fields are given', 5, { currentPage: 2, itemsPerPage: 5, hasNext: true, totalItems: 31 }, '5 5 31'],
  ['no field is given and it is full', 10, {}, '20 10 undefined'],
  ['no field is given and it is empty', 0, {}, '20 10 20'],
  ['another page follows, so this one shows the page size', 4, { hasNext: true }, '8 4 undefined'],
  ['it is the last one and shorter than those before', 4, { hasNext: false }, '20 10 24'],
  ['it is empty, and claims that another follows', 0, { hasNext: true }, '20 10 undefined'],
  ['it is not the requested page', 10, { currentPage: 1, hasNext: false }, '0 10 10'],
  ['its figures are below one', 2, { currentPage: 0, itemsPerPage: 0, hasNext: false }, '20 10 22'],
  ['one row makes a page', 1, { itemsPerPage: 1, hasNext: false }, '2 1 3'],
  ['the last one says its own size', 4, { ...last, itemsPerPage: 4, totalItems: 24 }, '20 10 24'],
  ['the server gives four rows a page', 4, { ...last, itemsPerPage: 4, totalItems: 12 }, '8 4 12'],
  ['the server gives more than requested', 12, { ...last, itemsPerPage: 12, totalItems: 32 }, '24 12 32'],
  ['four rows are followed by more', 4, { hasNext: true, itemsPerPage: 4, totalItems: 24 }, '8 4 24'],
  ['its figures are fractions', 2, { ...last, currentPage: 2.7, itemsPerPage: 5.5 }, '5 5 7'],
  ['null counts as not given', 2, { ...last, ...nothing }, '20 10 22'],
])('the offset, rows and length of the list: %s', (_what, items, says, expected) => {
  const { offset, rows, totalItems } = place(items, says);
  expect(`${offset} ${rows} ${totalItems}`).toBe(expected);
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
  ['no field is given and it is full', 10, {}, true],
  ['it is full, but the server says that it is the last', 10, { hasNext: false }, false],
  ['no field is given and it is empty', 0, {}, false],
])('whether another page follows: %s', (_what, items, says, hasNext) => {
  expect(place(items, says).hasNext).toBe(hasNext);
});
