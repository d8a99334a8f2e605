import type { Dispatcher } from 'undici';
import type { Clock } from '../base/clock.ts';
import { MINUTE_MS } from '../base/durations.ts';
import { Aborted, type CastwatchError, TooLarge } from './errors.ts';
import { fromSystemError, networkError } from './network-error.ts';
import type { HttpRequest, RequestLabel } from './request.ts';

/** Time limits in ms, size in bytes. */
export interface TransportLimits {
  /** Until the connection is established, including TLS. */
  readonly connect: number;
  /** From the last byte sent to the response's headers. */
  readonly headers: number;
  /** For the whole exchange, so that a body that arrives very slowly ends, too. */
  readonly total: number;
  /** For the whole exchange with an upload of files. */
  readonly upload: number;
  /**
   * Limit of a response's body, both compressed and decompressed. The endpoint's own `maxBytes` applies if it is
   * smaller.
   */
  readonly bodyBytes: number;
}

export const defaultTransportLimits: TransportLimits = {
  connect: 5_000,
  headers: 10_000,
  total: 30_000,
  upload: 15 * MINUTE_MS,
  bodyBytes: 16 * 1024 * 1024,
};

/** Interim responses (1xx) that are read before the final one; a server could send them without end. */
const MOST_INTERIM = 20;

/** A response as received, still compressed. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface Destination {
  readonly origin: URL;
  readonly path: string;
  /** In messages, in place of the host. */
  readonly host?: string | undefined;
  /** Host and port of the proxy, in messages. */
  readonly proxy?: string | undefined;
}

export interface ExchangeContext {
  readonly limits: TransportLimits;
  readonly clock: Clock;
  /** The request in errors. */
  readonly label: RequestLabel;
}

/**
 * One request and its whole response over a dispatcher, within all limits. All timers use the injected clock:
 * undici's own are coarse, and none of them ends a body that never finishes. Rejects only with `NetworkError`,
 * `TooLarge` or `Aborted`.
 */
export function exchange(
  dispatcher: Dispatcher,
  { origin, path, host = origin.host, proxy }: Destination,
  request: Omit<HttpRequest, 'endpoint' | 'path'>,
  { limits, clock, label }: ExchangeContext,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let failure: CastwatchError | undefined;
    let settled = false;
    let status = 0;
    let interim = 0;
    let headers: Record<string, string> = {};
    let sentBytes = 0;
    let body: GrowingBuffer | undefined;
    let cancelHeaders = (): void => {};

    const total = typeof request.body === 'object' ? limits.upload : limits.total;
    const cancelTotal = clock.after(total, () => {
      const started = status === 0 ? 'TIMEOUT_HEADERS' : 'TIMEOUT_BODY';
      const code = controller ? started : 'TIMEOUT_CONNECT';
      fail(networkError(code, host, { request: label, sent: controller !== undefined }));
    });
    const onAbort = () => fail(new Aborted({ request: label, sent: controller !== undefined }));

    function end(): boolean {
      if (settled) return false;
      settled = true;
      cancelTotal();
      cancelHeaders();
      request.signal?.removeEventListener('abort', onAbort);
      return true;
    }
    function fail(error: CastwatchError): void {
      if (!end()) return;
      failure = error;
      // The request is still queued or connecting, so it is aborted as soon as it starts.
      controller?.abort(error);
      if (body && headers['content-encoding'] === undefined)
        request.onReceived?.({ status, body: body.bytes() });
      body = undefined;
      reject(error);
    }
    function armHeaders(): void {
      cancelHeaders();
      cancelHeaders = clock.after(limits.headers, () =>
        fail(networkError('TIMEOUT_HEADERS', host, { request: label, sent: true })),
      );
    }

    if (request.signal?.aborted) return onAbort();
    request.signal?.addEventListener('abort', onAbort, { once: true });

    dispatcher.dispatch(
      {
        // As text, because undici joins it with the path for a proxy.
        origin: origin.origin,
        path,
        method: request.method,
        headers: { ...request.headers },
        body: request.body ?? null,
      },
      {
        onRequestStart(started) {
          if (failure) return started.abort(failure);
          controller = started;
          armHeaders();
        },
        onBodySent(chunk: Buffer) {
          if (settled) return;
          if (status === 0) armHeaders();
          sentBytes += chunk.length;
          request.onSent?.(sentBytes);
        },
        onResponseStart(_started, code, found) {
          if (settled) return;
          if (code < 200) {
            if (++interim > MOST_INTERIM)
              fail(networkError('BAD_HTTP', host, { request: label, sent: true }));
            return;
          }
          cancelHeaders();
          status = code;
          headers = flatten(found);
          const promised = Number(headers['content-length']);
          if (promised > limits.bodyBytes) fail(new TooLarge(limits.bodyBytes, { request: label }));
          else body = new GrowingBuffer(promised >= 0 ? Math.ceil(promised) : 0);
        },
        onResponseData(_started, chunk) {
          if (settled) return;
          if (!body || body.size + chunk.length > limits.bodyBytes)
            fail(new TooLarge(limits.bodyBytes, { request: label }));
          else body.add(chunk);
        },
        onResponseEnd() {
          if (end()) resolve({ status, headers, body: body?.bytes() ?? Buffer.alloc(0) });
        },
        onResponseError(_started, error) {
          fail(fromSystemError(error, host, { request: label, sent: controller !== undefined, proxy }));
        },
      },
    );
  });
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

const FIRST_BYTES = 16 * 1024;

/**
 * Collects a body in one buffer. Chunks are copied, because a kept chunk would hold the whole buffer into which it
 * was read: bodies sent byte by byte would take a thousand times their size.
 */
class GrowingBuffer {
  #room: Buffer;
  #size = 0;

  /** @param expected announced size, bytes */
  constructor(expected = 0) {
    this.#room = Buffer.allocUnsafe(Math.max(FIRST_BYTES, expected));
  }

  get size(): number {
    return this.#size;
  }

  add(chunk: Buffer): void {
    const size = this.#size + chunk.length;
    if (size > this.#room.length) {
      const room = Buffer.allocUnsafe(Math.max(size, 2 * this.#room.length));
      this.#room.copy(room, 0, 0, this.#size);
      this.#room = room;
    }
    chunk.copy(this.#room, this.#size);
    this.#size = size;
  }

  /** All bytes so far. Adding more does not change them, but they may share memory. */
  bytes(): Buffer {
    return this.#room.subarray(0, this.#size);
  }
}
