import { arrived, mergeSweep } from '../cluster/reduce-lists.ts';
import { resourceTable, type SweptKey } from '../cluster/resources.ts';
import type { Sweep } from '../cluster/state.ts';
import type { ApiResponse, PageQuery } from '../http/api.ts';
import { type Application, applicationId } from '../protocol/application.ts';
import type { Batch, Page } from '../protocol/envelope.ts';
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
import { ListReading, type Manner } from './list-reading.ts';
import { OLDEST_FIRST, type Order, UNHEALTHIEST_FIRST } from './order.ts';
import { PageAsker } from './page-asker.ts';
import { PageSize } from './page-size.ts';

const PAGE_ROWS = 500;
/** Most pages of a sweep. Where copies are listed, too, a stream has six rows or more, so 4,000 rows are read whole. */
const MOST_PAGES = { whole: 8, worst: 4, long: 20 } as const satisfies Record<Manner, number>;
/**
 * How much later the next sweep comes for each page, and the longest rest, after which a list would be called old, ms: a list
 * needs at most eight requests a minute, however long it is.
 */
const EACH_PAGE_MS = 10_000;
const MOST_REST_MS = 120_000;
/** Pause between pages, which are to be of one moment, and between those of a list that is read again, ms. */
const PAGE_PAUSE_MS = 2_000;
const AGAIN_PAUSE_MS = 20_000;
/** Most items that are looked up at the end of a sweep: one request. */
const MOST_LOOKED_UP = 100;
/** Most objects whose history a sweep writes: more would displace those on the screen. */
const MAX_RECORDED = { streamSweep: 500, applicationSweep: 100 } as const;

interface SweepPollerOptions<T> {
  readonly key: SweptKey;
  readonly ask: (paging: PageQuery, signal: AbortSignal) => Promise<ApiResponse<Page<T>>>;
  readonly identity: (item: T) => string;
  /** The order of a whole list, and of one of which only the worst is read. */
  readonly order?: Order;
  readonly worstFirst?: Order;
  /** Looks items up that were on no page, although the previous sweep had them. */
  readonly lookUp: (items: readonly T[], signal: AbortSignal) => Promise<ApiResponse<Batch<T>>>;
  readonly onItems: (items: readonly T[], at: number) => void;
  /** Writes the history of an item; only called if there are few of them. */
  readonly record: (item: T, at: number, interval: number) => void;
}

/**
 * Reads everything once a minute for triage, one page per poll. If there is more, only the worst items; if the
 * server cannot sort by that, as many as a longer sweep can read. Beyond that the result is `truncated`.
 */
function sweepPoller<T>(context: PollContext, options: SweepPollerOptions<T>): Poller {
  const { clock } = context;
  const { key, identity, order, worstFirst } = options;
  const asker = new PageAsker(new PageSize(PAGE_ROWS));
  let sweep: Sweep<T> = { items: new Map(), totalItems: undefined, completedAt: undefined, truncated: false };
  let reading: ListReading<T> | undefined;
  let begunAt = 0;
  /** Of the last complete sweep: what could not be read. */
  let unreadable: readonly Unreadable[] = [];
  let shared: readonly SharedName[] = [];
  const most = (manner: Manner) => MOST_PAGES[manner] * asker.rows;

  /** Looks up what the previous sweep had and this one has not. What is not found has ended. */
  const lookUpUnmet = async ({ items }: ListReading<T>, signal: AbortSignal) => {
    const unmet = [...sweep.items].flatMap(([id, item]) => (items.has(id) ? [] : [item]));
    const unknown = { found: [], missing: unmet.length };
    if (unmet.length === 0 || unmet.length > MOST_LOOKED_UP) return unknown;
    try {
      const { value, unreadable: unread } = await options.lookUp(unmet, signal);
      for (const item of value.found) items.set(identity(item), item);
      return { found: value.found, missing: itemsLeftOut(unread) };
    } catch (error) {
      if (signal.aborted) throw error;
      return unknown;
    }
  };

  return {
    key,
    async poll(signal, interval) {
      const expected = sweep.totalItems;
      const current = reading ?? new ListReading<T>({ asker, identity, order, worstFirst, most, expected });
      if (current !== reading) begunAt = clock.now();
      reading = current;
      const { response, place } = await current.read((paging) => options.ask(paging, signal), signal);
      if (current.ended) reading = undefined;
      const { list } = response.value;
      const { totalItems } = place;
      const at = clock.now();
      const { truncated, isWorstFirst, ended } = current;
      const looked = ended && !truncated && !current.isSure ? await lookUpUnmet(current, signal) : undefined;
      const short = Math.max(current.short, looked?.missing ?? 0);
      const page = [...list, ...(looked?.found ?? [])];
      const end = ended ? { at, truncated, isWorstFirst, short } : undefined;
      sweep = mergeSweep(sweep, { page, met: current.items, end, totalItems }, identity);
      const merged = sweep;
      // Until a sweep ends, the unreadable items of the previous one still count.
      const reply = {
        ...response,
        unreadable: [...(ended ? [] : unreadable), ...current.unreadable],
        shared: [...(ended ? [] : shared), ...current.shared],
      };
      if ((totalItems ?? list.length) <= MAX_RECORDED[key]) {
        for (const item of list) options.record(item, at, interval);
      }
      context.update(withResource<Sweep<T>>(key, (resource) => arrived(resource, merged, reply, at)));
      options.onItems(page, at);
      const { pages, isAgain } = current;
      if (!ended) return isAgain ? AGAIN_PAUSE_MS : PAGE_PAUSE_MS;
      ({ unreadable, shared } = reply);
      const whole = Math.max(resourceTable[key].interval, EACH_PAGE_MS * pages);
      return Math.min(MOST_REST_MS, Math.max(AGAIN_PAUSE_MS, whole - (at - begunAt)));
    },
  };
}

/** All streams (A5), or the unhealthiest of them. */
export function streamSweepPoller(context: PollContext): Poller {
  return sweepPoller<Stream>(context, {
    key: 'streamSweep',
    identity: (stream) => stream.id,
    order: OLDEST_FIRST,
    worstFirst: UNHEALTHIEST_FIRST,
    ask: (paging, signal) => askApi(context, signal, (options) => context.api.streams(paging, options)),
    lookUp: (streams, signal) =>
      askApi(context, signal, (options) =>
        context.api.streamBatch(
          streams.map(({ id }) => id),
          options,
        ),
      ),
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
    lookUp: (applications, signal) =>
      askApi(context, signal, (options) =>
        context.api.applicationBatch(
          applications.map(({ name }) => name),
          options,
        ),
      ),
    record: (application, at, interval) => context.recorder.application(application, at, interval),
    onItems: (applications, at) => reportEvents(context, context.restarts.applications(applications, at)),
  });
}
