import type { Page } from './envelope.ts';

/** The requested page. Members of the response take precedence; these fill in missing ones. */
export interface AskedPage {
  /** Counted from 1. */
  readonly page: number;
  readonly rowsPerPage: number;
  /** The server counts pages from 0 in its responses. */
  readonly fromZero?: boolean;
}

/** Position of a page in its list. */
export interface PagePlace {
  /** Index of its first item in the whole list. */
  readonly offset: number;
  /** Items per page that the server returns, which may be fewer than requested. */
  readonly rows: number;
  readonly hasNext: boolean;
  /** From the server, or counted if the list ends with this page; undefined if neither is known. */
  readonly totalItems: number | undefined;
}

/** Reads the paging members of a page. Any of them may be missing: `list` and `hasNext` suffice. */
export function pagePlace(page: Page<unknown>, asked: AskedPage): PagePlace {
  const said = asked.fromZero && page.currentPage != null ? page.currentPage + 1 : page.currentPage;
  const current = atLeastOne(said) ?? asked.page;
  const given = rowsGiven(page, current, asked);
  const hasNext = page.hasNext ?? follows(page, current, given ?? asked.rowsPerPage);
  // A full page shows how many items fit on one; the last one may be shorter.
  const rows = given ?? (hasNext && page.list.length > 0 ? page.list.length : asked.rowsPerPage);
  const offset = (current - 1) * rows;
  const totalItems = page.totalItems ?? (hasNext ? undefined : offset + page.list.length);
  return { offset, rows, hasNext, totalItems };
}

/**
 * `itemsPerPage`, unless it is just the number of items on a shorter last page: then the page starts where the
 * requested one does.
 */
function rowsGiven(page: Page<unknown>, current: number, asked: AskedPage): number | undefined {
  const given = atLeastOne(page.itemsPerPage);
  if (page.hasNext === true || given !== page.list.length || given >= asked.rowsPerPage) return given;
  return (current - 1) * asked.rowsPerPage + given === page.totalItems ? undefined : given;
}

/** Whether a page may follow: if the server does not say, a page with items may be followed by another. */
function follows({ totalPages, totalItems, list }: Page<unknown>, current: number, rows: number): boolean {
  if (totalPages != null) return current < totalPages;
  return totalItems != null ? current * rows < totalItems : list.length > 0;
}

function atLeastOne(value: number | null | undefined): number | undefined {
  return value != null && value >= 1 ? Math.floor(value) : undefined;
}
