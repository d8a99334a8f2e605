import type { Clock } from '../base/clock.ts';
import { type EndpointName, endpoints } from '../protocol/endpoints.ts';
import type { HttpRequest, HttpResponse, Interceptor, Send } from './request.ts';

/** ms without a response after which a request is asked once more; the pace of ordinary polls. */
const MIN_WAIT_MS = 2_000;
/** So many times longer than an endpoint's slowest response of late is a hang, not a slow server. */
const HANG_FACTOR = 3;
/** What an endpoint's slowest response counts for after the next one. */
const FADE_FACTOR = 0.9;

/**
 * Asks a hanging request again beside itself ("hedged request"), again and again; the first response wins and ends
 * the other. So the end of a black hole is seen within the pace of the polls, and not when the time limit of the lost
 * request is over; and a server that is merely slow still has all of that limit. Never more than two at a time, and
 * none where an endpoint has never answered: there is no figure yet for what is slow.
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
        // Its failure says nothing that the first one's will not say.
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
