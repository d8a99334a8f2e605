import type { Clock } from '../base/clock.ts';
import type { ClockSkew } from '../cluster/clock-skew.ts';
import { listedStreams } from '../cluster/copies.ts';
import type { HistoryRecorder } from '../cluster/create-history.ts';
import { addEvents } from '../cluster/events.ts';
import { failed } from '../cluster/resource.ts';
import type { RestartTracker } from '../cluster/restarts.ts';
import type { ClusterEvent, ClusterState, Resource, ResourceKey } from '../cluster/state.ts';
import type { ApiResponse, CallOptions } from '../http/api.ts';
import { describeError } from '../http/errors.ts';
import type { ManagementApi } from '../http/management.ts';
import type { Stream } from '../protocol/stream.ts';
import type { Reduce } from './gatherer.ts';

export interface PollContext {
  readonly api: ManagementApi;
  readonly clock: Clock;
  readonly recorder: HistoryRecorder;
  readonly restarts: RestartTracker;
  readonly skew: ClockSkew;
  readonly getState: () => ClusterState;
  /** Queues a change; all changes of one round reach the store together. */
  readonly update: (reduce: Reduce) => void;
}

/** Polls one resource and puts it into the state. */
export interface Poller {
  readonly key: ResourceKey;
  /**
   * One poll. `interval` is the current one, ms. Throws the API's errors; may return when the next poll is due
   * (ms).
   */
  poll(signal: AbortSignal, interval: number): Promise<number | undefined>;
  /** Changes that a failed poll makes besides its error. */
  onFailure?(at: number): void;
}

/** A poll that takes longer is shown as running, ms; marking faster ones would only repaint the screen. */
const SLOW_MS = 500;

/** Calls the API; a response after the abort is dropped. Each response is a sample of the server's clock. */
export async function askApi<T>(
  context: PollContext,
  signal: AbortSignal,
  call: (options: CallOptions) => Promise<ApiResponse<T>>,
): Promise<ApiResponse<T>> {
  const response = await call({ signal });
  signal.throwIfAborted();
  if (response.generatedAt !== undefined) {
    const clockSkew = context.skew.add(response.generatedAt, context.clock.now(), response.duration);
    const clockSets = context.skew.sets;
    context.update((state) =>
      state.clockSkew === clockSkew && state.clockSets === clockSets
        ? state
        : { ...state, clockSkew, clockSets },
    );
  }
  return response;
}

/** One poll with everything around it: the mark of a slow one, the error of a failed one. */
export async function runPoll(
  context: PollContext,
  poller: Poller,
  signal: AbortSignal,
  interval: number,
): Promise<number | undefined> {
  const { clock } = context;
  const endMark = clock.after(SLOW_MS, () =>
    context.update(withResourceMembers(poller.key, { fetching: true })),
  );
  try {
    return await poller.poll(signal, interval);
  } catch (error) {
    if (!signal.aborted) {
      const at = clock.now();
      const failure = describeError(error);
      poller.onFailure?.(at);
      context.update(withResource(poller.key, (resource) => failed(resource, failure, at)));
    }
    throw error;
  } finally {
    endMark();
  }
}

/** Changes a resource. The types do not connect its key with its value; the poller of that key knows the type. */
export function withResource<T>(key: ResourceKey, change: (resource: Resource<T>) => Resource<T>): Reduce {
  return (state) => ({ ...state, [key]: change(state[key] as unknown as Resource<T>) });
}

/** Changes members of a resource other than its value. */
export function withResourceMembers(
  key: ResourceKey,
  change: Partial<Pick<Resource<unknown>, 'fetching' | 'interval' | 'updatedAt'>>,
): Reduce {
  return (state) => ({ ...state, [key]: { ...state[key], ...change } });
}

/** Stores when a failed resource is requested again, Unix ms. */
export function withRetryAt(key: ResourceKey, retryAt: number): Reduce {
  return (state) => {
    const { error } = state[key];
    return error ? { ...state, [key]: { ...state[key], error: { ...error, retryAt } } } : state;
  };
}

/**
 * Streams that were published again. Their copies start again with them, which is one event; which rows are copies is known
 * when these have reached the state.
 */
export function reportStreamRestarts(context: PollContext, streams: readonly Stream[], at: number): void {
  context.update((state) => {
    const { isCopy } = listedStreams(state);
    const published = streams.filter((stream) => !isCopy(stream));
    return { ...state, events: addEvents(state.events, context.restarts.streams(published, at)) };
  });
}

/** Adds events to the state, in the same change as the data that they come from. */
export function reportEvents(context: PollContext, events: readonly ClusterEvent[]): void {
  context.update((state) => ({ ...state, events: addEvents(state.events, events) }));
}
