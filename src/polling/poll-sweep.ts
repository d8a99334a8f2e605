import { arrived, mergeSweep } from '../cluster/reduce-lists.ts';
import { resourceTable, type SweptKey } from '../cluster/resources.ts';
import type { Sweep } from '../cluster/state.ts';
import type { ApiResponse, PageQuery } from '../http/api.ts';
import { type Application, applicationId } from '../protocol/application.ts';
import type { Page } from '../protocol/envelope.ts';
import type { SharedName, Unreadable } from '../protocol/parsed-response.ts';
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
/**
 * Most pages of a sweep, and the pause after each, ms. Where copies are listed, too, a stream has six rows or more, so a
 * list of 4,000 rows is read whole. Of a larger one four pages a minute, however large the cluster is.
 */
const SWEEPS = {
  whole: { pages: 8, pause: 5_000 },
  worst: { pages: 4, pause: 15_000 },
  long: { pages: 20, pause: 15_000 },
} as const satisfies Record<Manner, unknown>;
/** Pause between the pages of the first sweep, ms. */
const FIRST_PAUSE_MS = 2_000;
/** Most streams or applications whose history a sweep writes: more would displace those on the screen. */
const MAX_RECORDED = 100;

interface SweepPollerOptions<T> {
  readonly key: SweptKey;
  readonly ask: (paging: PageQuery, signal: AbortSignal) => Promise<ApiResponse<Page<T>>>;
  readonly identity: (item: T) => string;
  /** The order of a whole list, and of one of which only the worst is read. */
  readonly order?: Order;
  readonly worstFirst?: Order;
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
  /** Of the last complete sweep: what could not be read. */
  let unreadable: readonly Unreadable[] = [];
  let shared: readonly SharedName[] = [];
  const most = (manner: Manner) => SWEEPS[manner].pages * asker.rows;

  return {
    key,
    async poll(signal, interval) {
      const expected = sweep.totalItems;
      const current = reading ?? new ListReading<T>({ asker, identity, order, worstFirst, most, expected });
      reading = current;
      const { response, place } = await current.read((paging) => options.ask(paging, signal), signal);
      const { list } = response.value;
      const { totalItems } = place;
      const at = clock.now();
      const isFirst = sweep.completedAt === undefined;
      const { truncated, isWorstFirst, short, ended } = current;
      const end = ended ? { at, truncated, isWorstFirst, short } : undefined;
      sweep = mergeSweep(sweep, { page: list, met: current.items, end, totalItems }, identity);
      const merged = sweep;
      // Until a sweep ends, the unreadable items of the previous one still count.
      const reply = {
        ...response,
        unreadable: [...(ended ? [] : unreadable), ...current.unreadable],
        shared: [...(ended ? [] : shared), ...current.shared],
      };
      if ((totalItems ?? list.length) <= MAX_RECORDED) {
        for (const item of list) options.record(item, at, interval);
      }
      options.onItems(list, at);
      context.update(withResource<Sweep<T>>(key, (resource) => arrived(resource, merged, reply, at)));
      const { pages, manner } = current;
      const isLong = manner === 'whole' && pages >= SWEEPS.whole.pages;
      const { pause } = SWEEPS[isLong ? 'long' : manner];
      if (!ended) return isFirst && pages < SWEEPS.whole.pages ? FIRST_PAUSE_MS : pause;
      ({ unreadable, shared } = reply);
      reading = undefined;
      return Math.max(pause, resourceTable[key].interval - pause * (pages - 1));
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
