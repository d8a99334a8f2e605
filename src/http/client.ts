import type { FormData } from 'undici';
import { type Clock, sleep } from '../base/clock.ts';
import { type EndpointName, endpoints, type Output } from '../protocol/endpoints.ts';
import type { Meta } from '../protocol/envelope.ts';
import type { ParsedResponse } from '../protocol/parsed-response.ts';
import type { ApiResponse, CallOptions } from './api.ts';
import { assertDone, assertSuccess, checkBySchema, jsonOf } from './decode.ts';
import {
  Aborted,
  CastwatchError,
  HttpError,
  NetworkError,
  NotJson,
  ReadOnlyRefused,
  SchemaError,
  TooLarge,
  UnknownOutcome,
} from './errors.ts';
import { pathOf, type Values } from './path.ts';
import { type HttpRequest, type HttpResponse, requestLabel, type Send } from './request.ts';
import type { Secrets } from './secrets.ts';
import { UnchangedResponseCache } from './unchanged-response-cache.ts';

export interface Call extends CallOptions {
  readonly params?: Values;
  readonly query?: Values;
  readonly json?: object;
  /** Multipart, instead of `json`. */
  readonly form?: FormData;
  /** Secrets in the body that must not be shown in messages. */
  readonly secrets?: readonly string[];
  readonly onSent?: (bytes: number) => void;
}

export interface ClientOptions {
  /** All layers below: retry, authorization, limits, transport. */
  readonly send: Send;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** Refuses every endpoint that does not only read, before anything is sent. */
  readonly readOnly: boolean;
}

/** Reading a response from this size on takes milliseconds, bytes. */
const LARGE_BYTES = 256 * 1024;

/**
 * Calls endpoints of `protocol/endpoints.ts` by name and reads their responses. Every failure is a
 * `CastwatchError`.
 */
export class Client {
  readonly #options: ClientOptions;
  readonly #same = new UnchangedResponseCache();

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Reads the whole envelope. If a GET returns the same as the last time, `value` is the same object. */
  async call<N extends EndpointName>(endpoint: N, call: Call = {}): Promise<ApiResponse<Output<N>>> {
    const { send, clock, secrets, readOnly } = this.#options;
    const { reads } = endpoints[endpoint];
    const request = requestFor(endpoint, call);
    if (readOnly && !reads) throw new ReadOnlyRefused(requestLabel(request));
    let answer: string | undefined;
    const forget = (call.secrets ?? []).map((secret) => secrets.add(secret));
    try {
      const response = await send(request);
      answer = onceOnlyAnswer(endpoint, response);
      assertSuccess(request, response, secrets, clock.now());
      const { status, body, duration } = response;
      // Decompressed and recorded in one turn, parsed in the next, checked and used in a third: keys are handled in
      // between.
      const turn = () => (body.length > LARGE_BYTES ? sleep(clock, 0) : undefined);
      await turn();
      const parsed = await this.#read(endpoint, request, response, turn);
      const { message } = parsed.value as { message?: string | null };
      await turn();
      return {
        ...parsed,
        message: message == null ? undefined : secrets.clean(message),
        status,
        answer,
        bytes: body.length,
        duration,
      };
    } catch (error) {
      throw reads ? error : outcomeOf(endpoint, error, answer);
    } finally {
      for (const done of forget) done();
    }
  }

  async #read<N extends EndpointName>(
    endpoint: N,
    request: HttpRequest,
    response: HttpResponse,
    turn: () => Promise<void> | undefined,
  ): Promise<ParsedResponse<Output<N>>> {
    const { body } = response;
    const isKept = request.method === 'GET';
    const same = isKept ? this.#same.find(request.path, body) : undefined;
    if (same) return same as ParsedResponse<Output<N>>;
    const json = jsonOf(request, body);
    if (!endpoints[endpoint].reads) assertDone(request, response, json, this.#options.secrets);
    await turn();
    const parsed = checkBySchema(endpoint, request, json);
    if (isKept) this.#same.remember(request.path, body, parsed.value, parsed.unreadable);
    const { meta } = parsed.value as { meta?: Meta | null };
    const { generatedAt, executionTime } = meta ?? {};
    return {
      ...parsed,
      generatedAt: generatedAt ?? undefined,
      executionTime: executionTime ?? undefined,
    };
  }
}

/** Endpoints whose responses contain data that no endpoint returns again. */
const onceOnly: ReadonlySet<EndpointName> = new Set<EndpointName>(['createUser', 'license', 'cloudCreate']);
/** Longer responses are cut, bytes. */
const MAX_ANSWER_BYTES = 16 * 1024;

function onceOnlyAnswer(endpoint: EndpointName, { status, body }: HttpResponse): string | undefined {
  if (!onceOnly.has(endpoint) || status >= 300 || body.length === 0) return undefined;
  return new TextDecoder().decode(body.subarray(0, MAX_ANSWER_BYTES));
}

function requestFor(endpoint: EndpointName, call: Call): HttpRequest {
  const json = call.json === undefined ? undefined : JSON.stringify(call.json);
  return {
    endpoint,
    method: endpoints[endpoint].method,
    path: pathOf(endpoint, call.params, call.query),
    // undici itself adds the header with a form's boundary.
    headers: json === undefined ? {} : { 'content-type': 'application/json' },
    body: json ?? call.form,
    signal: call.signal,
    onSent: call.onSent,
  };
}

/** The same response for a part of its value; for the same value it is the same object. */
export function mapResponse<T, U>(response: ApiResponse<T>, part: (value: T) => U): ApiResponse<U> {
  return { ...response, value: part(response.value) };
}

/**
 * Statuses of a gateway that stopped waiting (408, 499, and from 502 on): the server behind it may have continued.
 * A server's own 500 means that it failed.
 */
const isDoubtful = (status: number) => status === 408 || status === 499 || status >= 502;

/** What the failure of a write means: nothing happened, or the outcome is unknown. */
function outcomeOf(endpoint: EndpointName, error: unknown, answer: string | undefined): unknown {
  // The login before it may have failed; then the write was never sent.
  const own = error instanceof CastwatchError && error.request?.title === endpoints[endpoint].title;
  if (!own) return error;
  const unknown =
    ((error instanceof NetworkError || error instanceof Aborted) && error.sent) ||
    // The response reports success, but cannot be read.
    error instanceof TooLarge ||
    error instanceof NotJson ||
    error instanceof SchemaError ||
    (error instanceof HttpError && isDoubtful(error.status));
  return unknown ? new UnknownOutcome(endpoint, error, answer) : error;
}
