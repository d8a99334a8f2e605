import { arrived, emptyList, type ListPage, mergePages, sameQuery } from '../cluster/reduce-lists.ts';
import { resourceTable } from '../cluster/resources.ts';
import type { ApplicationQuery, ListState, Resource, StreamQuery } from '../cluster/state.ts';
import type { ApiResponse, PageQuery } from '../http/api.ts';
import { type Application, applicationId } from '../protocol/application.ts';
import type { Page } from '../protocol/envelope.ts';
import type { Stream } from '../protocol/stream.ts';
import {
  askApi,
  type PollContext,
  type Poller,
  reportEvents,
  reportStreamRestarts,
  withResource,
} from './context.ts';
import { isOrdered, type Order } from './order.ts';
import { PageAsker } from './page-asker.ts';
import { PageSize } from './page-size.ts';
import type { Loop } from './scheduler.ts';

/** Least time between two pages while the list is scrolled, ms. */
const SCROLL_GAP_MS = 300;

export interface ListPoller<Q> extends Poller {
  /** Sets the visible window; undefined if none is visible. Starts, stops or speeds up `loop`. */
  look(window: ListWindow<Q> | undefined, loop: Loop): void;
}

interface ListPollerOptions<T, Q> {
  readonly key: 'streams' | 'applications';
  readonly ask: AskPage<T, Q>;
  readonly identity: (item: T) => string;
  /** Called with the visible items each time they are read. */
  readonly onVisible: (items: readonly T[], at: number, interval: number) => void;
}

/** A paged list of which only the visible window is polled (A5, A7). */
function listPoller<T, Q extends Order>(
  context: PollContext,
  options: ListPollerOptions<T, Q>,
): ListPoller<Q> {
  const { key } = options;
  const read = windowReader(options.ask, options.identity);
  let window: ListWindow<Q> | undefined;
  // The poller's own copy, because the store is updated slightly later, together with other resources.
  let list: ListState<T, Q> | undefined;

  const replace = (change: (resource: Resource<ListState<T, Q>>) => Resource<ListState<T, Q>>) =>
    context.update(withResource(key, change));

  return {
    key,
    async poll(signal, interval) {
      if (!window || !list) return undefined;
      const result = await read(list, window, signal);
      const at = context.clock.now();
      list = result.list;
      options.onVisible(result.visible, at, interval);
      replace((resource) => arrived(resource, result.list, result.last, at));
      return undefined;
    },
    look(next, loop) {
      const before = window;
      window = next;
      if (!next) return loop.every(undefined);
      if (!list || !sameQuery(list.query, next.query)) {
        const fresh = emptyList<T, Q>(next.query);
        list = fresh;
        replace((resource) => ({ ...resource, value: fresh, updatedAt: undefined, fetching: true }));
        loop.every(resourceTable[key].interval);
        return loop.restart();
      }
      loop.every(resourceTable[key].interval);
      if (before && !isLoaded(list, next)) loop.now(SCROLL_GAP_MS);
    },
  };
}

function isLoaded(list: ListState<unknown, unknown>, window: { from: number; to: number }): boolean {
  const end = Math.min(window.to, list.totalItems ?? window.to);
  for (let index = window.from; index < end; index++) if (!list.items.has(index)) return false;
  return true;
}

/** The visible window of the stream list (A5). */
export function streamListPoller(context: PollContext): ListPoller<StreamQuery> {
  return listPoller<Stream, StreamQuery>(context, {
    key: 'streams',
    identity: (stream) => stream.id,
    ask: ({ application, search, streamState }, paging, signal) =>
      askApi(context, signal, (options) =>
        context.api.streams({ ...paging, application, search, streamState }, options),
      ),
    onVisible(streams, at, interval) {
      for (const stream of streams) context.recorder.stream(stream, at, interval);
      reportStreamRestarts(context, streams, at);
    },
  });
}

/** The visible window of the application list (A7). */
export function applicationListPoller(context: PollContext): ListPoller<ApplicationQuery> {
  return listPoller<Application, ApplicationQuery>(context, {
    key: 'applications',
    identity: applicationId,
    ask: ({ search, appType }, paging, signal) =>
      askApi(context, signal, (options) => context.api.applications({ ...paging, search, appType }, options)),
    onVisible(applications, at, interval) {
      for (const application of applications) context.recorder.application(application, at, interval);
      reportEvents(context, context.restarts.applications(applications, at));
    },
  });
}

const PAGE_ROWS = 100;
/** Most pages per poll; a window rarely needs more than one. */
const MAX_PAGES = 6;

export interface ListWindow<Q> {
  readonly query: Q;
  /** Absolute indices in the server's order, [from, to). */
  readonly from: number;
  readonly to: number;
}

/** Requests one page. `paging` has no order if the server refuses that of the query. */
type AskPage<T, Q> = (query: Q, paging: PageQuery, signal: AbortSignal) => Promise<ApiResponse<Page<T>>>;

/**
 * Reads the pages that cover the visible window of a list. It adapts to the rows per page that the server allows,
 * and to whether it can sort by the requested field: refused (400) or ignored orders are marked, and refused ones
 * are not requested again.
 */
function windowReader<T, Q extends Order>(ask: AskPage<T, Q>, identity: (item: T) => string) {
  const asker = new PageAsker(new PageSize(PAGE_ROWS));
  return async (list: ListState<T, Q>, window: ListWindow<Q>, signal: AbortSignal) => {
    const pages: ListPage<T>[] = [];
    const met = new Set<string>();
    // What a page does not show, earlier ones have shown.
    let ignored = list.totalItems === undefined || list.orderIgnored;
    let isBroken = false;
    let need = window.from;
    const send = (paging: PageQuery) => ask(window.query, paging, signal);
    for (let count = 1; ; count++) {
      const { response, plain, place } = await asker.at(need, orderOf(window.query), send, signal);
      const { list: items } = response.value;
      // The server's own figures count: a page that is smaller than requested starts elsewhere.
      const { offset, rows, hasNext, totalItems } = place;
      // Without a total there is at least one more page: moving down finds the rest page by page.
      const identities = items.map(identity);
      // The server repeats the same page, or streams moved meanwhile.
      const isRepeated = count > 1 && items.length > 0 && identities.every((one) => met.has(one));
      for (const one of identities) met.add(one);
      if (!isRepeated) pages.push({ offset, items, totalItems: totalItems ?? offset + items.length + 1 });
      const ordered = !plain && isOrdered(items, window.query);
      isBroken ||= ordered === false;
      ignored = isBroken || (ignored && !ordered);
      if (offset <= need && need < offset + rows) need = offset + rows;
      const isRead = !hasNext || need >= Math.min(window.to, totalItems ?? window.to);
      if (isRead || isRepeated || count >= MAX_PAGES) {
        const merged = mergePages(list, pages, { window, orderIgnored: ignored, identity });
        return { list: merged, last: response, visible: visibleOf(merged, window) };
      }
    }
  };
}

function orderOf({ orderBy, order }: Order): Order {
  return { orderBy, order };
}

function visibleOf<T>(list: ListState<T, unknown>, window: { from: number; to: number }): T[] {
  const places = Array.from({ length: window.to - window.from }, (_, index) => window.from + index);
  return places.map((index) => list.items.get(index)).filter((item) => item !== undefined);
}
