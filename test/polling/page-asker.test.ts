import { expect, test } from 'vitest';
import type { PageQuery } from '../../src/http/api.ts';
import { HttpError } from '../../src/http/errors.ts';
import { PageAsker } from '../../src/polling/page-asker.ts';
import { PageSize } from '../../src/polling/page-size.ts';
import type { Page } from '../../src/protocol/envelope.ts';
import { apiResponse } from './support.ts';

const BY_NAME = { orderBy: 'name', order: 'asc' } as const;

/** A server of 1,000 items that refuses the requests for which `refuses` is true, and a list of the requests. */
function setUp(refuses: (paging: PageQuery) => boolean, status = 400, value: Partial<Page<number>> = {}) {
  const asked: PageQuery[] = [];
  const asker = new PageAsker(new PageSize(100));
  const send = async (paging: PageQuery) => {
    asked.push(paging);
    if (refuses(paging)) throw new HttpError(status, 'no', {});
    const { page = 1, rowsPerPage: rows = 10 } = paging;
    const list = Array.from({ length: rows }, (_, index) => (page - 1) * rows + index);
    const says = { totalItems: 1_000, itemsPerPage: rows, currentPage: page, hasNext: page * rows < 1_000 };
    return apiResponse({ list, ...says, ...value });
  };
  const { signal } = new AbortController();
  const at = async (index: number) => {
    asked.length = 0;
    const { place, plain } = await asker.at(index, BY_NAME, send, signal);
    return { offset: place.offset, rows: place.rows, plain };
  };
  const from = async (index: number) => {
    asked.length = 0;
    const { place } = await asker.from(index, BY_NAME, send, signal);
    return { offset: place.offset, rows: place.rows };
  };
  return { at, from, asked };
}

test('a refused order is left out, marked, and not requested again', async () => {
  const { at, asked } = setUp(({ orderBy }) => orderBy !== undefined);
  expect(await at(250)).toEqual({ offset: 200, rows: 100, plain: true });
  expect(asked.map(({ orderBy }) => orderBy)).toEqual(['name', undefined]);
  expect(await at(350)).toEqual({ offset: 300, rows: 100, plain: true });
  expect(asked.map(({ orderBy }) => orderBy)).toEqual([undefined]);
});

test.each([400, 413, 422])(
  'a page that is refused with %i is made smaller and keeps its order',
  async (status) => {
    const { at, asked } = setUp(({ rowsPerPage = 0 }) => rowsPerPage > 30, status);
    expect(await at(250)).toEqual({ offset: 250, rows: 25, plain: false });
    const tried = asked.map(({ orderBy = 'any', rowsPerPage }) => `${orderBy} ${rowsPerPage}`);
    expect(tried.join(', ')).toBe('name 100, any 100, name 50, any 50, name 25');
    expect(await at(251)).toEqual({ offset: 250, rows: 25, plain: false });
    expect(asked).toHaveLength(1);
  },
);

test('an order that was accepted before is not blamed for a later refusal', async () => {
  let most = 100;
  const { at, asked } = setUp(({ rowsPerPage = 0 }) => rowsPerPage > most);
  await at(0);
  most = 50;
  expect(await at(0)).toEqual({ offset: 0, rows: 50, plain: false });
  expect(asked.every(({ orderBy }) => orderBy === 'name')).toBe(true);
});

test('a request that is refused in every form fails, and any other error fails at once', async () => {
  const { at, asked } = setUp(() => true);
  await expect(at(0)).rejects.toThrow('no');
  expect(asked.length).toBeLessThan(12);
  const asker = new PageAsker(new PageSize(100));
  let tries = 0;
  const fails = () => {
    tries++;
    return Promise.reject(new HttpError(500, 'broken', {}));
  };
  await expect(asker.at(0, BY_NAME, fails, new AbortController().signal)).rejects.toThrow('broken');
  expect(tries).toBe(1);
});

test('a server whose first page has one before it, which it refuses, counts from 1', async () => {
  const { at, asked } = setUp(({ page }) => page === 0, 400, { hasPrevious: true });
  await at(0);
  expect(await at(250)).toMatchObject({ offset: 200, rows: 100 });
  expect(asked.map(({ page }) => page)).toEqual([3]);
});

test('where a server takes only a few sizes, a page that reaches further is asked for in its usual size, once and for all', async () => {
  const { at, from, asked } = setUp(({ rowsPerPage }) => rowsPerPage !== 100);
  await at(0);
  expect(await from(190)).toEqual({ offset: 100, rows: 100 });
  expect(asked.map(({ rowsPerPage }) => rowsPerPage)).toEqual([95, 100]);
  expect(await from(290)).toEqual({ offset: 200, rows: 100 });
  expect(asked.map(({ rowsPerPage }) => rowsPerPage)).toEqual([100]);
});
