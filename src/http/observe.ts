import type { Clock } from '../base/clock.ts';
import { type EndpointName, endpoints } from '../protocol/endpoints.ts';
import { describeError, TooLarge } from './errors.ts';
import type { Interceptor } from './request.ts';

/** One response for a recording. Never a response of the login or of a write, because those contain secrets. */
export interface Exchange {
  /** Arrival, Unix ms by the local clock. */
  readonly at: number;
  readonly endpoint: EndpointName;
  /** Below the base URL, with its query. */
  readonly path: string;
  readonly status: number;
  readonly body: Uint8Array;
  readonly contentType?: string | undefined;
  /** ms. */
  readonly duration: number;
}
export type Tap = (exchange: Exchange) => void;

/** One request for the log file, without headers, bodies or queries. */
export interface LogLine {
  /** End, Unix ms by the local clock. */
  readonly at: number;
  readonly endpoint: EndpointName;
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  /** Code of the `CastwatchError`, if there was no response. */
  readonly code?: string;
  /** ms. */
  readonly duration: number;
  /** Size of the response's body. */
  readonly bytes: number;
}
export type Log = (line: LogLine) => void;

/** Passes each exchange to the recorder and to the log, including retries. */
export function observe(
  clock: Clock,
  hooks: { readonly tap?: Tap | undefined; readonly log?: Log | undefined },
): Interceptor {
  return (next) => async (request) => {
    const { endpoint, method, path } = request;
    const start = clock.monotonic();
    const line = (rest: { status?: number; code?: string; bytes: number }): LogLine => ({
      at: clock.now(),
      endpoint,
      method,
      path: path.split('?', 1)[0] ?? '',
      duration: clock.monotonic() - start,
      ...rest,
    });
    try {
      const { status, body, headers, duration } = await next(request);
      if (endpoint !== 'login' && endpoints[endpoint].reads) {
        const contentType = headers['content-type'];
        hooks.tap?.({ at: clock.now(), endpoint, path, status, body, contentType, duration });
      }
      hooks.log?.(line({ status, bytes: body.length }));
      return { status, body, headers, duration };
    } catch (error) {
      // What was cut off has cost as much as may come.
      const bytes = error instanceof TooLarge ? endpoints[endpoint].maxBytes : 0;
      hooks.log?.(line({ code: describeError(error).code, bytes }));
      throw error;
    }
  };
}
