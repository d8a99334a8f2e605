import { arrived, mergeWatched } from '../cluster/reduce-lists.ts';
import { resourceTable } from '../cluster/resources.ts';
import type { Resource, Watched } from '../cluster/state.ts';
import type { ApiResponse } from '../http/api.ts';
import type { Batch } from '../protocol/envelope.ts';
import { type PollContext, type Poller, withResource } from './context.ts';
import { isPageRefused, PageSize } from './page-size.ts';
import type { Loop } from './scheduler.ts';

const BATCH_IDS = 100;

export interface WatchedPoller extends Poller {
  /** Sets the ids to follow; an empty list stops `loop`. New ones are requested at once. */
  watch(ids: readonly string[], loop: Loop): void;
}

interface WatchedPollerOptions<T> {
  readonly key: 'watchedStreams' | 'watchedApplications' | 'viewers';
  readonly ask: (ids: readonly string[], signal: AbortSignal) => Promise<ApiResponse<Batch<T>>>;
  readonly identity: (item: T) => string;
  /** Another name by which an item is found if no item has that identity. */
  readonly alias?: (item: T) => string;
  readonly onItems: (items: readonly T[], at: number, interval: number) => void;
}

/** Objects that are followed by a batch look-up (A6, A8, A9), in batches as large as the server accepts. */
export function watchedPoller<T>(context: PollContext, options: WatchedPollerOptions<T>): WatchedPoller {
  const { key, identity, alias } = options;
  const size = new PageSize(BATCH_IDS, BATCH_IDS, 1);
  const refusedIds = new Set<string>();
  let ids: readonly string[] = [];
  let watched: readonly Watched<T>[] = [];

  const replace = (change: (resource: Resource<readonly Watched<T>[]>) => Resource<readonly Watched<T>[]>) =>
    context.update(withResource(key, change));

  const take = (
    response: ApiResponse<Batch<T>>,
    batch: readonly string[],
    found: Map<string, T>,
    notFound: Set<string>,
  ) => {
    for (const item of response.value.found) found.set(identity(item), item);
    for (const item of response.value.found) {
      const other = alias?.(item);
      if (other !== undefined && !found.has(other)) found.set(other, item);
    }
    for (const id of response.value.notFound ?? []) notFound.add(id);
    // Neither found nor reported as missing: it counts as missing, unless it could not be read.
    if (!response.unreadable.some(({ item }) => item))
      for (const id of batch) if (!found.has(id)) notFound.add(id);
  };

  return {
    key,
    async poll(signal, interval) {
      const asked = ids.filter((id) => !refusedIds.has(id));
      const found = new Map<string, T>();
      const notFound = new Set(refusedIds);
      let last: ApiResponse<Batch<T>> | undefined;
      let refusal: unknown;
      const alone: string[] = [];
      for (let from = 0; from < asked.length; ) {
        const batch = asked.slice(from, from + size.rows);
        try {
          last = await options.ask(batch, signal);
          size.answered();
          take(last, batch, found, notFound);
        } catch (error) {
          if (signal.aborted || !isPageRefused(error)) throw error;
          if (batch.length > 1) {
            // The same batch would be refused again.
            do if (!size.shrink()) throw error;
            while (size.rows >= batch.length);
            continue;
          }
          // Back to the full size, because this item was the reason and not the size.
          if (size.rows === 1) size.shrink();
          refusal = error;
          alone.push(...batch);
        }
        from += batch.length;
      }
      if (refusal !== undefined && !last) throw refusal;
      // The server refuses it alone but answers others, so no such item can exist, and it is not requested again.
      for (const id of alone) {
        refusedIds.add(id);
        notFound.add(id);
      }
      const at = context.clock.now();
      options.onItems([...new Set(found.values())], at, interval);
      watched = mergeWatched(watched, ids, { found, notFound }, at);
      const merged = watched;
      const { unreadable = [], generatedAt, executionTime } = last ?? {};
      const head = { unreadable, generatedAt, executionTime };
      replace((resource) => arrived(resource, merged, head, at));
      return undefined;
    },
    watch(next, loop) {
      const unchanged = next.length === ids.length && next.every((id, index) => id === ids[index]);
      const more = next.some((id) => !ids.includes(id));
      ids = next;
      for (const id of refusedIds) if (!next.includes(id)) refusedIds.delete(id);
      loop.every(next.length === 0 ? undefined : resourceTable[key].interval);
      if (unchanged) return;
      watched = mergeWatched(watched, next, { found: new Map(), notFound: new Set() }, context.clock.now());
      const merged = watched;
      replace((resource) => ({ ...resource, value: merged }));
      if (more) loop.now();
    },
  };
}
