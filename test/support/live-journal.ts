import { json, serve } from '../http/support.ts';

/** An entry as the server writes it, of any shape. */
export type WrittenEntry = Readonly<Record<string, unknown>>;

export interface LiveJournal {
  readonly url: string;
  /** In the order in which they were written. */
  entries: WrittenEntry[];
  /** The rows of an answer, from all entries; `order` is the requested order. */
  arrange: (entries: readonly WrittenEntry[], order: string | null) => readonly WrittenEntry[];
  /** Which page is returned for the requested one, and which number it gives. */
  pageOf: (page: number) => { readonly shown: number; readonly said: number };
  /** The server's clock, Unix ms. */
  now: () => number;
  /** No page has more rows than this. */
  mostRows: number;
  /** Queries of the journal, in order. */
  readonly queries: URLSearchParams[];
}

/**
 * A cluster without servers or streams whose journal the test decides. It shares no code with the
 * simulator.
 */
export async function startLiveJournal(entries: WrittenEntry[]): Promise<LiveJournal> {
  const { url } = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    json(response, 200, { data: dataOf(pathname, searchParams), meta: { generatedAt: live.now() } });
  });
  const dataOf = (path: string, query: URLSearchParams): unknown => {
    if (path === '/api/auth/login')
      return { accessToken: 'token', expireDate: live.now() + 900_000, remainingTime: 900_000 };
    if (path === '/api/cluster/journal') {
      live.queries.push(query);
      const numbers = live.pageOf(Number(query.get('page') ?? 1));
      return pageOf(live.arrange(live.entries, query.get('order')), query, {
        most: live.mostRows,
        ...numbers,
      });
    }
    return path.startsWith('/api/cluster')
      ? { topology: [] }
      : pageOf([], query, { most: live.mostRows, shown: 1, said: 1 });
  };
  const live: LiveJournal = {
    url,
    entries,
    arrange: (all, order) => (order === 'asc' ? all : all.toReversed()),
    pageOf: (page) => ({ shown: page, said: page }),
    now: Date.now,
    mostRows: 1_000,
    queries: [],
  };
  return live;
}

function pageOf(
  all: readonly unknown[],
  query: URLSearchParams,
  { most, shown, said }: { readonly most: number; readonly shown: number; readonly said: number },
): object {
  const rows = Math.min(most, Number(query.get('rowsPerPage') ?? 10));
  const list = all.slice((shown - 1) * rows, shown * rows);
  const hasNext = said * rows < all.length;
  return { list, hasNext, currentPage: said, itemsPerPage: rows, totalItems: all.length };
}
