import { subscribe } from 'node:diagnostics_channel';

/** Requests that are not completely answered yet. */
export function openRequests(): ReadonlySet<unknown> {
  const open = new Set<unknown>();
  const requestOf = (message: unknown) => (message as { request: unknown }).request;
  subscribe('undici:request:create', (message) => open.add(requestOf(message)));
  subscribe('undici:request:trailers', (message) => open.delete(requestOf(message)));
  subscribe('undici:request:error', (message) => open.delete(requestOf(message)));
  return open;
}
