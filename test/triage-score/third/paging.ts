import type { Style } from './cluster.ts';

/** Pages of a list, as a server gives them; what it does with wishes it does not know is left open by the document. */

export interface Reply {
  readonly status: number;
  readonly body: object;
}

export const refuse = (status: number, message: string): Reply => ({ status, body: { message } });

interface PageOptions {
  readonly rows: number;
  /** Fields by which it can sort. */
  readonly sortable: readonly string[];
  readonly style: Style;
}

/** A page of the list, or why there is none. */
export function pageOf<T extends object>(
  list: readonly T[],
  query: URLSearchParams,
  { rows, sortable, style }: PageOptions,
): Reply | { readonly data: object } {
  const page = Number(query.get('page') ?? 1);
  const wanted = Number(query.get('rowsPerPage') ?? rows);
  if (!(page >= 1 && wanted >= 1)) return refuse(400, 'page and rowsPerPage begin with one');
  if (wanted > style.mostRows && style.refusesMoreRows)
    return refuse(400, `rowsPerPage is at most ${style.mostRows}`);
  const field = query.get('orderBy') ?? '';
  const isKnown = sortable.includes(field);
  if (field !== '' && !isKnown && style.refusesOrder) return refuse(400, `orderBy ${field} is not possible`);
  const itemsPerPage = Math.min(wanted, style.mostRows);
  const sorted = isKnown ? sortBy(list, field, query.get('order') === 'desc') : list;
  const totalPages = Math.max(1, Math.ceil(list.length / itemsPerPage));
  const from = (page - 1) * itemsPerPage;
  return {
    data: {
      totalItems: list.length,
      itemsPerPage,
      totalPages,
      currentPage: page,
      hasPrevious: page > 1,
      hasNext: page < totalPages,
      list: sorted.slice(from, from + itemsPerPage),
    },
  };
}

function sortBy<T extends object>(list: readonly T[], field: string, isFalling: boolean): readonly T[] {
  const value = (item: T) => Number(Object.entries(item).find(([name]) => name === field)?.[1] ?? 0);
  return list.toSorted((a, b) => (isFalling ? value(b) - value(a) : value(a) - value(b)));
}
