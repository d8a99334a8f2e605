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
  /** Bytes of the body that left so far. */
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

/** The lower edge: the network, or a recording (`recording/`). Rejects with a `CastwatchError` only. */
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

/** What an error says of its request: never its query, which may carry names. */
export function requestLabel(request: HttpRequest): RequestLabel {
  const { title } = endpoints[request.endpoint];
  return { title, method: request.method, path: request.path.split('?', 1)[0] ?? '' };
}
