import type { FormData } from 'undici';
import { type Clock, sleep } from '../base/clock.ts';
import { type EndpointName, endpoints, type Output } from '../protocol/endpoints.ts';
import type { Meta } from '../protocol/envelope.ts';
import type { ParsedResponse } from '../protocol/parsed-response.ts';
import type { ApiResponse, CallOptions } from './api.ts';
import { assertDone, assertSuccess, checkBySchema, jsonOf } from './decode.ts';
import { CastwatchError, InvalidInput, ReadOnlyRefused } from './errors.ts';
import { type HttpRequest, type HttpResponse, type Received, requestLabel, type Send } from './request.ts';
import type { Secrets } from './secrets.ts';

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

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Reads the whole envelope. */
  async call<N extends EndpointName>(endpoint: N, call: Call = {}): Promise<ApiResponse<Output<N>>> {
    const { send, clock, secrets, readOnly } = this.#options;
    const { reads } = endpoints[endpoint];
    let answer: string | undefined;
    const keep = (response: Received) => {
      answer = onceOnlyAnswer(endpoint, response);
    };
    const request = { ...requestFor(endpoint, call), onReceived: keep };
    if (readOnly && !reads) throw new ReadOnlyRefused(requestLabel(request));
    const forget = (call.secrets ?? []).map((secret) => secrets.add(secret));
    try {
      const response = await send(request);
      keep(response);
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
      if (error instanceof CastwatchError) error.answer = answer;
      throw error;
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
    const json = jsonOf(request, response.body);
    if (!endpoints[endpoint].reads) assertDone(request, response, json, this.#options.secrets);
    await turn();
    const parsed = checkBySchema(endpoint, request, json);
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
/** What B1 gives only once, in an answer of any shape. */
const CREDENTIALS = /stream_?-?key|credential|password/i;
/** Longer responses are cut, bytes. */
const MAX_ANSWER_BYTES = 16 * 1024;

/** The answer as it came, if nobody can ask for it again: of a failure only that of B1, which may have credentials. */
function onceOnlyAnswer(endpoint: EndpointName, { status, body }: Received): string | undefined {
  if (!onceOnly.has(endpoint) || body.length === 0) return undefined;
  const text = new TextDecoder().decode(body.subarray(0, MAX_ANSWER_BYTES));
  return status < 300 || (endpoint === 'cloudCreate' && CREDENTIALS.test(text)) ? text : undefined;
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

/** The same response for a part of its value. */
export function mapResponse<T, U>(response: ApiResponse<T>, part: (value: T) => U): ApiResponse<U> {
  return { ...response, value: part(response.value) };
}

type Value = string | number | undefined;
export type Values = Readonly<Record<string, Value>>;

/**
 * Path and query below the base URL. A parameter fills its segment and cannot leave it; without the parameter the
 * segment is left out (A5). Throws `InvalidInput` for `.` and `..`, because URL parsers treat even `%2e%2e` as the
 * parent.
 */
function pathOf(endpoint: EndpointName, params: Values = {}, query: Values = {}): string {
  const segments: string[] = [];
  for (const segment of endpoints[endpoint].path.split('/')) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) segments.push(segment);
    else if (params[name] !== undefined && params[name] !== '') segments.push(encodeSegment(params[name]));
  }
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(key, String(value));
  }
  return segments.join('/') + (search.size > 0 ? `?${search}` : '');
}

function encodeSegment(value: string | number): string {
  const text = String(value).toWellFormed();
  if (text === '.' || text === '..') {
    throw new InvalidInput('BAD_NAME', `“${text}” cannot be used in a request: in a URL it means a folder.`);
  }
  return encodeURIComponent(text);
}
