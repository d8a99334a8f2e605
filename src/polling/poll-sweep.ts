import { arrived, mergeSweep } from '../cluster/reduce-lists.ts';
import { resourceTable, type SweptKey } from '../cluster/resources.ts';
import type { Sweep } from '../cluster/state.ts';
import type { ApiResponse, PageQuery } from '../http/api.ts';
import { type Application, applicationId } from '../protocol/application.ts';
import type { Page } from '../protocol/envelope.ts';
import { itemsLeftOut, type SharedName, type Unreadable } from '../protocol/parsed-response.ts';
import type { Stream } from '../protocol/stream.ts';
import {
  askApi,
  type PollContext,
  type Poller,
  reportEvents,
  reportStreamRestarts,
  withResource,
} from './context.ts';
import { isOrdered, type Order, UNHEALTHIEST_FIRST } from './order.ts';
import { PageAsker, REPEATS_UNTIL_STUCK, totalChange } from './page-asker.ts';
import { PageSize } from './page-size.ts';

/** Rows of a page. A list of so many pages is read whole: where copies are listed, too, a stream has six rows or more. */
const PAGE_ROWS = 500;
const WHOLE_PAGES = 8;
/** Pages of one sweep of a larger list: four requests a minute, however large the cluster is. */
const MAX_PAGES = 4;
/** If the server cannot sort by the worst, a sweep reads more pages and takes longer. */
const UNORDERED_PAGES = 20;
/** Pause between the pages of a sweep, of one of a larger list, and of the first sweep, ms. */
const SPREAD_MS = 5_000;
const LARGE_SPREAD_MS = 15_000;
const FIRST_SPREAD_MS = 2_000;
const ANY_ORDER: Order = {};
/** Most streams or applications whose history a sweep writes: more would displace those on the screen. */
const MAX_RECORDED = 100;

interface SweepPollerOptions<T> {
  readonly key: SweptKey;
  readonly ask: (paging: PageQuery, signal: AbortSignal) => Promise<ApiResponse<Page<T>>>;
  readonly identity: (item: T) => string;
  /** The order to use if not everything can be read. */
  readonly worstFirst?: Order;
  readonly onItems: (items: readonly T[], at: number) => void;
  /** Writes the history of an item; only called if there are few of them. */
  readonly record: (item: T, at: number, interval: number) => void;
}

interface Progress {
  /** Number of pages so far, and index of the first item that is not read. */
  pages: number;
  next: number;
  readonly met: Set<string>;
  readonly order: Order;
  /** The worst items came first, so items that are not read are less severe. */
  isWorstFirst: boolean;
  /** Unreadable items, without those of repeated pages. */
  lost: number;
  /** The last total, and the sum of its changes since the first page. */
  total: number | undefined;
  changed: number;
  /** Consecutive pages with nothing new. */
  repeats: number;
  readonly unreadable: Unreadable[];
  readonly shared: SharedName[];
}

/**
 * Reads everything once a minute for triage, one page per poll. If there is more, only the worst items; if the
 * server cannot sort by that, as many as a longer sweep can read. Beyond that the result is `truncated`.
 */
function sweepPoller<T>(context: PollContext, options: SweepPollerOptions<T>): Poller {
  const { clock } = context;
  const { key, identity, worstFirst = ANY_ORDER } = options;
  const size = new PageSize(PAGE_ROWS);
  const asker = new PageAsker(size);
  let sweep: Sweep<T> = { items: new Map(), totalItems: undefined, completedAt: undefined, truncated: false };
  let progress: Progress | undefined;
  /**
   * Of the last complete sweep: number of items that the server counts but did not list, and what could not be
   * read.
   */
  let lastGap = Number.POSITIVE_INFINITY;
  let unreadable: readonly Unreadable[] = [];
  let shared: readonly SharedName[] = [];

  const isLarge = () => (sweep.totalItems ?? 0) > WHOLE_PAGES * size.rows;
  const wantedOrder = () => (isLarge() ? worstFirst : ANY_ORDER);

  return {
    key,
    async poll(signal, interval) {
      const order = wantedOrder();
      const current = progress ?? {
        pages: 0,
        next: 0,
        met: new Set(),
        order,
        isWorstFirst: order !== ANY_ORDER,
        lost: 0,
        total: undefined,
        changed: 0,
        repeats: 0,
        unreadable: [],
        shared: [],
      };
      progress = current;
      const { response, place, plain } = await asker.at(
        current.next,
        current.order,
        (paging) => options.ask(paging, signal),
        signal,
      );
      const { list } = response.value;
      const { hasNext, totalItems } = place;
      current.pages++;
      current.isWorstFirst &&= !plain && isOrdered(list, current.order);
      current.next = Math.max(current.next, place.offset) + place.rows;
      const isRepeated = list.length > 0 && list.every((item) => current.met.has(identity(item)));
      current.repeats = isRepeated ? current.repeats + 1 : 0;
      for (const item of list) current.met.add(identity(item));
      if (!isRepeated) {
        current.lost += itemsLeftOut(response.unreadable);
        current.unreadable.push(...response.unreadable);
      }
      current.shared.push(...(response.shared ?? []));
      current.changed += totalChange(current.total, totalItems);
      current.total = totalItems ?? current.total;
      const at = clock.now();
      const isStuck = current.repeats >= REPEATS_UNTIL_STUCK;
      const more = hasNext && !isStuck;
      const read = current.met.size + current.lost;
      const gap = more ? 0 : Math.max(0, (current.total ?? 0) - current.changed - read);
      const { isWorstFirst } = current;
      const end =
        !more || current.pages >= (isWorstFirst ? MAX_PAGES : UNORDERED_PAGES)
          ? { at, truncated: more, isWorstFirst, short: isStuck ? gap : Math.min(gap, lastGap) }
          : undefined;
      if (end) {
        lastGap = gap;
        unreadable = current.unreadable;
        shared = current.shared;
      }
      const hurried = sweep.completedAt === undefined && current.pages < MAX_PAGES;
      sweep = mergeSweep(sweep, { page: list, met: current.met, end, totalItems }, identity);
      const merged = sweep;
      // Until a sweep ends, the unreadable items of the previous one still count.
      const reply = {
        ...response,
        unreadable: end ? unreadable : [...unreadable, ...current.unreadable],
        shared: end ? shared : [...shared, ...current.shared],
      };
      if ((totalItems ?? list.length) <= MAX_RECORDED) {
        for (const item of list) options.record(item, at, interval);
      }
      options.onItems(list, at);
      context.update(withResource<Sweep<T>>(key, (resource) => arrived(resource, merged, reply, at)));
      // If not everything can be read, the worst items are wanted, so the sweep starts again in that order.
      if (end || (current.order !== worstFirst && wantedOrder() === worstFirst)) progress = undefined;
      const spread = isLarge() ? LARGE_SPREAD_MS : SPREAD_MS;
      if (!end) return hurried ? FIRST_SPREAD_MS : spread;
      return Math.max(spread, resourceTable[key].interval - spread * (current.pages - 1));
    },
  };
}

/** All streams (A5), or the unhealthiest of them. */
export function streamSweepPoller(context: PollContext): Poller {
  return sweepPoller<Stream>(context, {
    key: 'streamSweep',
    identity: (stream) => stream.id,
    worstFirst: UNHEALTHIEST_FIRST,
    ask: (paging, signal) => askApi(context, signal, (options) => context.api.streams(paging, options)),
    record: (stream, at, interval) => context.recorder.stream(stream, at, interval),
    onItems: (streams, at) => reportStreamRestarts(context, streams, at),
  });
}

/** All applications (A7). */
export function applicationSweepPoller(context: PollContext): Poller {
  return sweepPoller<Application>(context, {
    key: 'applicationSweep',
    identity: applicationId,
    ask: (paging, signal) => askApi(context, signal, (options) => context.api.applications(paging, options)),
    record: (application, at, interval) => context.recorder.application(application, at, interval),
    onItems: (applications, at) => reportEvents(context, context.restarts.applications(applications, at)),
  });
}
