import { arrived, mergeSweep } from '../cluster/reduce-lists.ts';
import { resourceTable, type SweptKey } from '../cluster/resources.ts';
import type { ClusterState, Resource, Sweep } from '../cluster/state.ts';
import type { ApiResponse, PageQuery } from '../http/api.ts';
import type { Page } from '../protocol/envelope.ts';
import { placeOf } from '../protocol/paging.ts';
import type { PollContext, Poller } from './context.ts';
import type { Order } from './order.ts';
import { PageSize, refused } from './page-size.ts';

/** Rows and pages of one sweep: four requests a minute, however large the cluster is. */
const PAGE_ROWS = 500;
const MAX_PAGES = 4;
/** Pause between the pages of a sweep, ms; the first one hurries. */
const SPREAD_MS = 15_000;
const FIRST_SPREAD_MS = 2_000;

interface SweepPollerOptions<T> {
  readonly key: SweptKey;
  readonly ask: (paging: PageQuery, signal: AbortSignal) => Promise<ApiResponse<Page<T>>>;
  readonly identity: (item: T) => string;
  /** What to read first where not everything can be read. */
  readonly worstFirst?: Order;
  readonly onItems: (items: readonly T[], at: number, interval: number) => void;
}

interface Progress {
  page: number;
  readonly met: Set<string>;
  readonly ordered: boolean;
}

/** Everything once a minute for triage, page by page: one page a poll. Beyond the limit it is `truncated`. */
export function sweepPoller<T>(context: PollContext, options: SweepPollerOptions<T>): Poller {
  const { clock } = context;
  const { key, identity } = options;
  const size = new PageSize(PAGE_ROWS);
  let sweep: Sweep<T> = { items: new Map(), totalItems: undefined, completedAt: undefined, truncated: false };
  let progress: Progress | undefined;
  let canOrder = options.worstFirst !== undefined;

  const isTooLarge = () => (sweep.totalItems ?? 0) > MAX_PAGES * size.rows;

  /** Undefined: the server wants another question, and the sweep begins again with it. */
  const page = async (current: Progress, signal: AbortSignal): Promise<ApiResponse<Page<T>> | undefined> => {
    const order = current.ordered ? options.worstFirst : undefined;
    try {
      return await options.ask({ page: current.page, rowsPerPage: size.rows, ...order }, signal);
    } catch (error) {
      if (signal.aborted || !refused(error)) throw error;
      progress = undefined;
      if (current.ordered) canOrder = false;
      else if (!size.shrink()) throw error;
      return undefined;
    }
  };

  return {
    key,
    async poll(signal, interval) {
      const current = progress ?? { page: 1, met: new Set(), ordered: canOrder && isTooLarge() };
      progress = current;
      const response = await page(current, signal);
      if (!response) return FIRST_SPREAD_MS;
      const { list } = response.value;
      const { rows, hasNext, totalItems } = placeOf(response.value, {
        page: current.page,
        rowsPerPage: size.rows,
      });
      const fewer = size.given(rows);
      for (const item of list) current.met.add(identity(item));
      const at = clock.now();
      const end = !hasNext || current.page >= MAX_PAGES ? { at, truncated: hasNext } : undefined;
      const hurried = sweep.completedAt === undefined;
      sweep = mergeSweep(sweep, list, current.met, end, totalItems, identity);
      const merged = sweep;
      options.onItems(list, at, interval);
      context.update((state) => {
        const resource = state[key] as unknown as Resource<Sweep<T>>;
        return { ...state, [key]: arrived(resource, merged, response, at) } as ClusterState;
      });
      // More than can be read, or other pages than thought: the rest of this order would be of no use.
      if (!end && ((canOrder && !current.ordered && isTooLarge()) || fewer)) progress = undefined;
      else if (end) progress = undefined;
      else current.page++;
      if (!end) return hurried ? FIRST_SPREAD_MS : SPREAD_MS;
      return resourceTable[key].interval - SPREAD_MS * (current.page - 1);
    },
  };
}
