import { subscribe } from 'node:diagnostics_channel';

const underWay = new Set<unknown>();

/** Number of requests of this process that wait for their answer or for its end. */
export const onTheWire = (): number => underWay.size;

const requestOf = (message: unknown) => (message as { readonly request: unknown }).request;
subscribe('undici:request:create', (message) => underWay.add(requestOf(message)));
for (const end of ['undici:request:trailers', 'undici:request:error'])
  subscribe(end, (message) => underWay.delete(requestOf(message)));
