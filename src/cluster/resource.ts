import type { ParsedResponse, Unreadable } from '../protocol/parsed-response.ts';
import type { Resource, ResourceError } from './state.ts';
import { structuralShare } from './structural-sharing.ts';

/** An error, before it is known how long it has lasted. */
export interface Failure extends Pick<ResourceError, 'code' | 'message' | 'status'> {
  /** ms until another attempt makes sense, if known. */
  readonly retryAfter?: number | undefined;
}

const nothingUnreadable: readonly Unreadable[] = [];

/** A resource that was never fetched; `value` is its value until then. */
export function emptyResource<T>(value?: T): Resource<T> {
  return {
    value,
    updatedAt: undefined,
    generatedAt: undefined,
    error: undefined,
    fetching: false,
    interval: undefined,
    unreadable: nothingUnreadable,
  };
}

/**
 * A successful response that arrived at `at` (Unix ms, local): the error is removed, equal parts keep their
 * references.
 */
export function succeeded<T>(resource: Resource<T>, reply: ParsedResponse<T>, at: number): Resource<T> {
  return {
    value: structuralShare(resource.value, reply.value),
    updatedAt: at,
    generatedAt: reply.generatedAt,
    executionTime: reply.executionTime,
    error: undefined,
    fetching: false,
    interval: resource.interval,
    unreadable: reply.unreadable.length === 0 ? nothingUnreadable : reply.unreadable,
    ...(reply.shared && { shared: reply.shared }),
  };
}

/** A failure at `at`: the last good value stays, and `since` stays that of the first consecutive failure. */
export function failed<T>(resource: Resource<T>, failure: Failure, at: number): Resource<T> {
  const { retryAfter, ...rest } = failure;
  const retry = retryAfter === undefined ? {} : { retryAt: at + retryAfter };
  const error = { ...rest, ...retry, since: resource.error?.since ?? at };
  return { ...resource, fetching: false, error: structuralShare(resource.error, error) };
}
