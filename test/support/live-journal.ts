import { json, serveWithLogin } from '../http/support.ts';
import { usualPage } from './odd/cluster.ts';

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

/** A cluster without servers or streams whose journal the test decides. It shares no code with the simulator. */
export async function startLiveJournal(entries: WrittenEntry[]): Promise<LiveJournal> {
  const { url } = await serveWithLogin((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    json(response, 200, { data: dataOf(pathname, searchParams), meta: { generatedAt: live.now() } });
  });
  const dataOf = (path: string, query: URLSearchParams): object => {
    if (path !== '/api/cluster/journal')
      return path.startsWith('/api/cluster') ? { topology: [] } : usualPage([], 1, 10);
    live.queries.push(query);
    const rows = Math.min(live.mostRows, Number(query.get('rowsPerPage') ?? 10));
    const { shown, said } = live.pageOf(Number(query.get('page') ?? 1));
    const all = live.arrange(live.entries, query.get('order'));
    return { ...usualPage(all, said, rows), list: usualPage(all, shown, rows).list };
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
