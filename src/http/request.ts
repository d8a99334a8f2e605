import type { FormData } from 'undici';
import { type EndpointName, endpoints } from '../protocol/endpoints.ts';

/** A request to send. Interceptors add headers; no layer below `client.ts` changes anything else. */
export interface HttpRequest {
  readonly endpoint: EndpointName;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path below the base URL, encoded, with its query. Contains no secret. */
  readonly path: string;
  /** Lower-case names. Tokens and keys are only here. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of bytes of the body that were sent so far. */
  readonly onSent?: ((bytes: number) => void) | undefined;
  /** Called with what came of a response that broke off. */
  readonly onReceived?: ((response: Received) => void) | undefined;
}

export type Received = Pick<HttpResponse, 'status' | 'body'>;

/** A response with any status. */
export interface HttpResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  readonly body: Uint8Array;
  /** From sending to the last byte, ms. */
  readonly duration: number;
}

/** The lowest layer: the network, or a recording (`recording/`). Rejects only with a `CastwatchError`. */
export interface Transport {
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Ends all requests at once. */
  close(): Promise<void>;
}

export type Send = (request: HttpRequest) => Promise<HttpResponse>;
/** A layer around sending. Each is made by a small factory and can be tested with any `Send`. */
export type Interceptor = (next: Send) => Send;

/** The first interceptor is the outermost. */
export function compose(send: Send, ...interceptors: readonly Interceptor[]): Send {
  return interceptors.reduceRight<Send>((next, interceptor) => interceptor(next), send);
}

/** The name of a request in errors and logs: without query, headers and body. */
export interface RequestLabel {
  readonly title: string;
  readonly method: string;
  readonly path: string;
}

/** The part of a request that errors may show. Without its query, which may contain names. */
export function requestLabel(request: HttpRequest): RequestLabel {
  const { title } = endpoints[request.endpoint];
  return { title, method: request.method, path: request.path.split('?', 1)[0] ?? '' };
}
