import { arrived, emptyList, sameQuery } from '../cluster/reduce-lists.ts';
import { resourceTable } from '../cluster/resources.ts';
import type { ApplicationQuery, ListState, Resource, StreamQuery } from '../cluster/state.ts';
import { type Application, applicationId } from '../protocol/application.ts';
import type { Stream } from '../protocol/stream.ts';
import {
  askApi,
  type PollContext,
  type Poller,
  reportEvents,
  reportStreamRestarts,
  withResource,
} from './context.ts';
import { type AskPage, type ListWindow, WindowReader } from './list-window.ts';
import type { Order } from './order.ts';
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
  const reader = new WindowReader(options.ask, options.identity);
  let window: ListWindow<Q> | undefined;
  // The poller's own copy, because the store is updated slightly later, together with other resources.
  let list: ListState<T, Q> | undefined;

  const replace = (change: (resource: Resource<ListState<T, Q>>) => Resource<ListState<T, Q>>) =>
    context.update(withResource(key, change));

  return {
    key,
    async poll(signal, interval) {
      if (!window || !list) return undefined;
      const result = await reader.read(list, window, signal);
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
