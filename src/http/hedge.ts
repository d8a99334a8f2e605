import type { Clock } from '../base/clock.ts';
import { type EndpointName, endpoints } from '../protocol/endpoints.ts';
import type { HttpRequest, HttpResponse, Interceptor, Send } from './request.ts';

/** Least time without a response before a request is sent again, ms; the interval of most polls. */
const MIN_WAIT_MS = 2_000;
/**
 * A request that takes this many times longer than the endpoint's slowest recent response hangs; below that the
 * server is only slow.
 */
const HANG_FACTOR = 3;
/** Factor by which the remembered slowest response of an endpoint decreases with each response. */
const FADE_FACTOR = 0.9;

/**
 * Sends a hanging request a second time in parallel ("hedged request"), repeatedly; the first response wins and
 * cancels the other. So the end of a network fault is noticed within one poll interval and not after the time limit
 * of the lost request, while a slow server still has the whole limit. Never more than two at a time, and none for
 * an endpoint that has never answered, because it is not known yet what is slow.
 */
export function hedge(clock: Clock): Interceptor {
  const slowest = new Map<EndpointName, number>();
  return (next) => async (request) => {
    if (!endpoints[request.endpoint].repeatable) return next(request);
    const usual = slowest.get(request.endpoint);
    const start = clock.monotonic();
    const response =
      usual === undefined
        ? await next(request)
        : await askAgain(next, request, clock, Math.max(MIN_WAIT_MS, HANG_FACTOR * usual));
    slowest.set(request.endpoint, Math.max(clock.monotonic() - start, (usual ?? 0) * FADE_FACTOR));
    return response;
  };
}

function askAgain(next: Send, request: HttpRequest, clock: Clock, gap: number): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const first = new AbortController();
    let second: AbortController | undefined;
    let cancel = (): void => {};
    const end = (winner?: AbortController) => {
      cancel();
      request.signal?.removeEventListener('abort', onAbort);
      if (first !== winner) first.abort();
      if (second !== winner) second?.abort();
    };
    const onAbort = () => first.abort();
    const ask = async (controller: AbortController) => {
      const response = await next({ ...request, signal: controller.signal });
      end(controller);
      resolve(response);
    };
    const wait = () => {
      cancel = clock.after(gap, () => {
        second?.abort();
        second = new AbortController();
        // Its failure adds no information to that of the first one.
        ask(second).catch(() => {});
        wait();
      });
    };

    if (request.signal?.aborted) onAbort();
    request.signal?.addEventListener('abort', onAbort, { once: true });
    wait();
    ask(first).catch((error: unknown) => {
      end(first);
      reject(error);
    });
  });
}
