import type { ParsedResponse } from '../protocol/parsed-response.ts';
import { succeeded } from './resource.ts';
import type { ListState, Resource, Sweep, Watched } from './state.ts';
import { structuralShare } from './structural-sharing.ts';

/** Items that are kept around the visible window. */
const KEPT_ITEMS = 2_000;

/** Items of one page, by the absolute index of its first. */
export interface ListPage<T> {
  readonly offset: number;
  readonly items: readonly T[];
  readonly totalItems: number;
}

/** A list that was requested for `query`, before its first response. */
export function emptyList<T, Q>(query: Q): ListState<T, Q> {
  return { query, totalItems: undefined, items: new Map(), orderIgnored: false };
}

/** Whether two queries are equal; an undefined member is the same as a missing one. */
export function sameQuery(a: object, b: object): boolean {
  const one = a as Readonly<Record<string, unknown>>;
  const two = b as Readonly<Record<string, unknown>>;
  return [...new Set([...Object.keys(one), ...Object.keys(two)])].every((key) => one[key] === two[key]);
}

/** `orderIgnored`: the server did not sort the pages as requested. */
interface PagesContext<T> {
  readonly window: { readonly from: number; readonly to: number };
  readonly orderIgnored: boolean;
  readonly identity: (item: T) => string;
}

/**
 * Adds pages that arrived together; they replace the items at their indices. An item keeps its reference if it
 * equals a known one with the same identity at any index. Items far from [from, to) are dropped.
 */
export function mergePages<T, Q>(
  list: ListState<T, Q>,
  pages: readonly ListPage<T>[],
  { window, orderIgnored, identity }: PagesContext<T>,
): ListState<T, Q> {
  const known = new Map<string, T>();
  for (const item of list.items.values()) known.set(identity(item), item);
  const items = new Map(list.items);
  let totalItems = list.totalItems;
  for (const page of pages) {
    totalItems = page.totalItems;
    for (const [index, item] of page.items.entries()) {
      items.set(page.offset + index, structuralShare(known.get(identity(item)), item));
    }
  }
  keepNear(items, window, totalItems ?? 0);
  return { query: list.query, totalItems, items, orderIgnored };
}

function keepNear<T>(
  items: Map<number, T>,
  window: { readonly from: number; readonly to: number },
  totalItems: number,
): void {
  for (const index of items.keys()) if (index >= totalItems) items.delete(index);
  if (items.size <= KEPT_ITEMS) return;
  const middle = (window.from + window.to) / 2;
  const far = [...items.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
  for (const index of far.slice(0, items.size - KEPT_ITEMS)) items.delete(index);
}

/** `met`: what was on this page and on the previous ones, by identity. `end` is set for the last page. */
interface SweptPage<T> {
  readonly page: readonly T[];
  readonly met: { has(identity: string): boolean };
  readonly end:
    | (Pick<Sweep<T>, 'truncated' | 'isWorstFirst' | 'short'> & { readonly at: number })
    | undefined;
  readonly totalItems: number | undefined;
}

/** Adds one page of a sweep. After the last page, items that were in none of its pages are removed. */
export function mergeSweep<T>(
  sweep: Sweep<T>,
  { page, met, end, totalItems }: SweptPage<T>,
  identity: (item: T) => string,
): Sweep<T> {
  const items = new Map(sweep.items);
  const read = page.map((item) => structuralShare(items.get(identity(item)), item));
  for (const item of read) items.set(identity(item), item);
  if (!end) return { ...sweep, items, page: read, totalItems };
  for (const key of items.keys()) if (!met.has(key)) items.delete(key);
  const { at, ...how } = end;
  return { items, page: read, totalItems, completedAt: at, ...how };
}

/**
 * Adds the responses of batch look-ups for `ids`, in that order. An item that was not found has ended; an item that
 * is found again has not.
 */
export function mergeWatched<T>(
  before: readonly Watched<T>[],
  ids: readonly string[],
  { found, notFound }: { readonly found: ReadonlyMap<string, T>; readonly notFound: ReadonlySet<string> },
  at: number,
): readonly Watched<T>[] {
  const known = new Map(before.map((watched) => [watched.id, watched]));
  return ids.map((id) => {
    const old = known.get(id);
    const value = found.get(id);
    if (value !== undefined)
      return structuralShare(old, { id, value: structuralShare(old?.value, value), endedAt: undefined });
    if (notFound.has(id)) return structuralShare(old, { id, value: old?.value, endedAt: old?.endedAt ?? at });
    return old ?? { id, value: undefined, endedAt: undefined };
  });
}

/** A resource whose value comes from several responses. */
export function arrived<T>(
  resource: Resource<T>,
  value: T,
  reply: Omit<ParsedResponse<T>, 'value'>,
  at: number,
): Resource<T> {
  // Maps and lists were already structurally shared during the merge.
  return { ...succeeded(resource, { ...reply, value: resource.value as T }, at), value };
}
