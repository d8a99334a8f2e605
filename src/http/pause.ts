import { type Clock, sleep } from '../base/clock.ts';
import { Aborted } from './errors.ts';
import { type HttpRequest, requestLabel } from './request.ts';

/** Waits before a request is sent; rejects with `Aborted` as soon as its signal aborts. */
export async function pause(clock: Clock, ms: number, request: HttpRequest): Promise<void> {
  try {
    await sleep(clock, ms, request.signal);
  } catch (cause) {
    throw new Aborted({ request: requestLabel(request), sent: false, cause });
  }
}

/** Waits for a promise that several requests share; if the signal aborts, only this request stops waiting. */
export function unlessAborted<T>(shared: Promise<T>, request: HttpRequest): Promise<T> {
  const { signal } = request;
  if (!signal) return shared;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new Aborted({ request: requestLabel(request), sent: false }));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
