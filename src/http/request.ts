import type { FormData } from 'undici';
import { type EndpointName, endpoints } from '../protocol/endpoints.ts';

/** What is sent. Interceptors add headers; nothing below `client.ts` changes the rest. */
export interface HttpRequest {
  readonly endpoint: EndpointName;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below the base URL, encoded, with its query. Carries no secret. */
  readonly path: string;
  /** Lower-case names. The only place of tokens and keys. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes of the body that were sent so far. */
  readonly onSent?: ((bytes: number) => void) | undefined;
}

/** What came back, whatever the status. */
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
  /** Ends everything under way at once. */
  close(): Promise<void>;
}

export type Send = (request: HttpRequest) => Promise<HttpResponse>;
/** A layer around sending; each is made by a small factory and can be tested around a function. */
export type Interceptor = (next: Send) => Send;

/** The first interceptor is the outermost. */
export function compose(send: Send, ...interceptors: readonly Interceptor[]): Send {
  return interceptors.reduceRight<Send>((next, interceptor) => interceptor(next), send);
}

/** A request as errors and logs name it: without query, headers and body. */
export interface RequestLabel {
  readonly title: string;
  readonly method: string;
  readonly path: string;
}

/** The part of a request that errors may show: never its query, which may hold names. */
export function requestLabel(request: HttpRequest): RequestLabel {
  const { title } = endpoints[request.endpoint];
  return { title, method: request.method, path: request.path.split('?', 1)[0] ?? '' };
}
