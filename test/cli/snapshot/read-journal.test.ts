import { expect, test } from 'vitest';
import { readJournal, withJournal } from '../../../src/cli/snapshot/read-journal.ts';
import type { PageQuery } from '../../../src/http/api.ts';
import { HttpError } from '../../../src/http/errors.ts';
import { sampleState } from '../../support/sample-state.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const MINUTE_MS = 60_000;

/** An endless journal with an entry each `everyMs`, newest first; `totalItems` is the length that it reports. */
function server(everyMs: number, totalItems: number | null = 1_000_000) {
  const asked: PageQuery[] = [];
  const journal = async (paging: PageQuery = {}) => {
    asked.push(paging);
    const { page = 1, rowsPerPage = 10 } = paging;
    const list = Array.from({ length: rowsPerPage }, (_, row) => {
      const at = (page - 1) * rowsPerPage + row;
      return { id: at, createDate: NOW - at * everyMs, message: 'm', objectName: null, threadName: null };
    });
    const value = { list, totalItems, hasNext: true, currentPage: page, itemsPerPage: rowsPerPage };
    const answer = {
      unreadable: [],
      message: undefined,
      generatedAt: NOW,
      status: 200,
      bytes: 1,
      duration: 1,
    };
    return { value: { ...value, lastTimestamp: NOW }, ...answer };
  };
  return { asked, api: { journal } as unknown as Parameters<typeof readJournal>[0] };
}

test('reads pages of 200 entries, as far back as rules or the requested time reach', async () => {
  const reach = async (judged: number, asked?: number) => {
    const { api, asked: pages } = server(1_000);
    await readJournal(api, { judged, asked }, NOW, {});
    expect(new Set(pages.map(({ rowsPerPage }) => rowsPerPage))).toEqual(new Set([200]));
    return pages.length;
  };
  expect(await reach(MINUTE_MS)).toBe(1);
  expect(await reach(10 * MINUTE_MS)).toBe(4);
  // The earlier of the two.
  expect(await reach(MINUTE_MS, NOW - 10 * MINUTE_MS)).toBe(4);
  expect(await reach(10 * MINUTE_MS, NOW - MINUTE_MS)).toBe(4);
});

test.each([
  ['as its first page', false, 3],
  ['as the page that was asked for', true, 6],
])('a server that repeats its entries %s is asked for few pages', async (_what, isAsked, most) => {
  const { api, asked } = server(1_000);
  const { value, ...answer } = await api.journal({});
  const journal = async (paging: PageQuery) => {
    asked.push(paging);
    return { ...answer, value: { ...value, ...(isAsked && { currentPage: paging.page ?? 1 }) } };
  };
  const { items } = await readJournal({ journal }, { judged: 3_600_000 }, NOW, {});
  expect([items.size, asked.length <= most]).toEqual([10, true]);
});

test('reads up to 2,000 entries, and up to 10,000 when a time is requested', async () => {
  const flood = (asked?: number) => readJournal(server(1).api, { judged: 3_600_000, asked }, NOW, {});
  const judged = await flood();
  expect([judged.items.size, judged.limit, judged.truncated]).toEqual([2_000, 2_000, true]);
  const wanted = await flood(NOW - 3_600_000);
  expect([wanted.items.size, wanted.limit, wanted.truncated]).toEqual([10_000, 10_000, true]);
});

test('a journal that cannot be read leaves the state unchanged, and one without a length is read', async () => {
  const api = { journal: async () => Promise.reject(new HttpError(500, 'broken', {})) };
  const listing = await readJournal(api, { judged: MINUTE_MS }, NOW, {});
  const state = sampleState();
  expect(withJournal(state, listing, NOW)).toBe(state);
  const read = withJournal(state, await readJournal(server(1_000).api, { judged: MINUTE_MS }, NOW, {}), NOW);
  expect(read.journal.items.filter(({ kind }) => kind === 'entry')).toHaveLength(200);
  const silent = await readJournal(server(1_000, null).api, { judged: MINUTE_MS }, NOW, {});
  expect(withJournal(state, silent, NOW).journal.items).toEqual(read.journal.items);
});
