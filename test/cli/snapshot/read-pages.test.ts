import { expect, test } from 'vitest';
import { readPages } from '../../../src/cli/snapshot/read-pages.ts';
import type { ApiResponse, PageQuery } from '../../../src/http/api.ts';
import { HttpError } from '../../../src/http/errors.ts';
import type { Page } from '../../../src/protocol/envelope.ts';

interface Item {
  readonly id: string;
}

/** A server with `total` items that returns at most `most` a page, and refuses requests for more than `refuse`. */
function server(total: number, { most = 1_000, refuse = 1_000, breaksAt = Number.POSITIVE_INFINITY } = {}) {
  const asked: PageQuery[] = [];
  const ask = async (paging: PageQuery): Promise<ApiResponse<Page<Item>>> => {
    asked.push(paging);
    const { page = 1, rowsPerPage = 10 } = paging;
    if (rowsPerPage > refuse) throw new HttpError(413, 'too many rows', {});
    if (asked.length >= breaksAt) throw new HttpError(500, 'broken', {});
    const rows = Math.min(most, rowsPerPage);
    const all = Array.from({ length: total }, (_, at) => ({ id: `item ${at}`, healthScore: at }));
    const list = all.slice((page - 1) * rows, page * rows);
    const totalPages = Math.ceil(total / rows);
    const value = { totalItems: total, itemsPerPage: rows, totalPages, currentPage: page, list };
    return { value, unreadable: [], message: undefined, generatedAt: 7, status: 200, bytes: 1, duration: 1 };
  };
  return { ask, asked };
}

const options = { rows: 500, limit: 1_200 };
const self = ({ id }: Item) => id;

test('above the limit the worst items are read, and the others are known to be better', async () => {
  const { ask, asked } = server(5_000);
  const order = { orderBy: 'healthScore', order: 'asc' } as const;
  const listing = await readPages(ask, self, { ...options, worstFirst: { order, most: 700 } });
  expect([listing.items.size, listing.truncated, listing.isWorstFirst]).toEqual([700, true, true]);
  const pages = asked.map(({ page, orderBy = 'unsorted' }) => `${page} ${orderBy}`);
  expect(pages).toEqual(['1 unsorted', '1 healthScore', '2 healthScore']);
  const few = await readPages(server(1_100).ask, self, { ...options, worstFirst: { order, most: 700 } });
  expect([few.items.size, few.truncated, few.isWorstFirst]).toEqual([1_100, false, false]);
});

test.each([
  [{ refuse: 100 }, { page: 12, rowsPerPage: 62 }],
  [{ most: 100 }, { page: 8, rowsPerPage: 100 }],
])('reads pages of any size that the server returns: %j', async (limits, lastPage) => {
  const { ask, asked } = server(730, limits);
  const listing = await readPages(ask, self, options);
  expect(asked.at(-1)).toEqual(lastPage);
  expect([...listing.items.keys()]).toEqual(Array.from({ length: 730 }, (_, at) => `item ${at}`));
  expect(listing.failure).toBeUndefined();
});

test('keeps the earlier pages when a page fails', async () => {
  const listing = await readPages(server(1_100, { breaksAt: 2 }).ask, self, options);
  expect(listing.items.size).toBe(500);
  expect(listing.failure).toBeInstanceOf(HttpError);
});
