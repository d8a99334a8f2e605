import { duration } from '../base/format.ts';
import { type EndpointName, endpoints, type Output } from '../protocol/endpoints.ts';
import { type ErrorBody, readErrorBody, reportsFailure } from '../protocol/error-body.ts';
import { fastParse, ShapeError } from '../protocol/fast-parse.ts';
import type { Parsed } from '../protocol/parsed-response.ts';
import { HttpError, NotJson, RateLimited, Redirected, SchemaError } from './errors.ts';
import { type HttpRequest, type HttpResponse, type RequestLabel, requestLabel } from './request.ts';
import { retryAfter } from './retry-after.ts';
import type { Secrets } from './secrets.ts';

/**
 * A response may have one list or object, and one value, per this many bytes of its endpoint's limit: a fifth more
 * than 1,000 servers with ten linked applications send (7.4 MB). Denser ones (`[],[],…`, `1,1,…`, thousands of
 * members) would block keys during parsing.
 */
const BYTES_A_CONTAINER = 64;
const BYTES_A_VALUE = 24;
/** Error bodies are cut to this length, because the page of a proxy is not read. */
const MAX_ERROR_BYTES = 256 * 1024;
/**
 * The number of a member that is an id, where a JavaScript number may not keep all its digits. It becomes a text before
 * it is parsed. It matches no part of a text, because the quote in front of the colon always ends a name.
 */
const LONG_ID = /([iI]d"\s*:\s*)([1-9]\d{15,39})(?=\s*[,}])/g;
const [BRACKET, BRACE, COMMA] = [0x5b, 0x7b, 0x2c];

/**
 * Accepts only successful JSON responses. Throws `Redirected`, `RateLimited`, `HttpError` or `NotJson`. @param now
 * Unix ms, for `Retry-After`
 */
export function assertSuccess(
  request: HttpRequest,
  response: HttpResponse,
  secrets: Secrets,
  now: number,
): void {
  const label = requestLabel(request);
  if (response.status >= 400) throw refusal(label, response, secrets, now);
  if (response.status >= 300) {
    const { location } = response.headers;
    if (location !== undefined) throw new Redirected(response.status, originOf(location), { request: label });
    const what =
      response.status === 304 ? '“not changed”, which was not asked for' : 'a redirect without an address';
    throw new NotJson(`HTTP ${response.status} (${what})`, { request: label });
  }
  const type = response.headers['content-type'];
  if (type !== undefined && response.body.length > 0 && !isJson(type)) {
    throw new NotJson(/html/i.test(type) ? 'a web page (HTML)' : 'another content type', { request: label });
  }
}

/**
 * Some servers report the failure of a write in the body of a response with a status of success. Throws `HttpError`.
 */
export function assertDone(
  request: HttpRequest,
  response: HttpResponse,
  json: unknown,
  secrets: Secrets,
): void {
  if (!reportsFailure(json)) return;
  const label = requestLabel(request);
  const { message, fields } = cleanErrorBody(json, secrets);
  throw new HttpError(
    response.status,
    `“${label.title}” failed: the answer contains an error, although its status is ${response.status}${saidWords(message)}`,
    { request: label, serverMessage: message, fields },
  );
}

/** The content of a successful response. Throws `NotJson` or `SchemaError`. */
export function decode<N extends EndpointName>(
  endpoint: N,
  request: HttpRequest,
  body: Uint8Array,
): Parsed<Output<N>> {
  return checkBySchema(endpoint, request, jsonOf(request, body));
}

/** The first half of `decode`: the body's text as JSON, of any shape. Throws `NotJson` or `SchemaError`. */
export function jsonOf(request: HttpRequest, body: Uint8Array): unknown {
  // A deletion may have an empty response (204).
  if (body.length === 0) return {};
  requireSparse(request, body);
  try {
    return JSON.parse(text(body).replace(LONG_ID, '$1"$2"'));
  } catch {
    // The parser's own message quotes the text, which may contain a token, so it is left out.
    throw new NotJson('broken or cut-off JSON', { request: requestLabel(request) });
  }
}

/** Throws `SchemaError` for a body with more lists, objects or values than its endpoint may send. */
function requireSparse(request: HttpRequest, body: Uint8Array): void {
  const { maxBytes } = endpoints[request.endpoint];
  const mostContainers = Math.ceil(maxBytes / BYTES_A_CONTAINER);
  // Each of them takes at least a byte: most responses are too short to contain too many.
  if (body.length < mostContainers) return;
  const requireLess = (count: number, most: number, what: string) => {
    if (count < most) return;
    throw new SchemaError('', `it holds ${most} ${what} or more`, { request: requestLabel(request) });
  };
  const { [BRACKET]: lists = 0, [BRACE]: objects = 0, [COMMA]: commas = 0 } = countBytes(body);
  requireLess(lists + objects, mostContainers, 'lists and objects');
  requireLess(commas, Math.ceil(maxBytes / BYTES_A_VALUE), 'values');
}

/** The second half: checks `json`, freshly parsed, by the endpoint's schema. Throws `SchemaError`. */
export function checkBySchema<N extends EndpointName>(
  endpoint: N,
  request: HttpRequest,
  json: unknown,
): Parsed<Output<N>> {
  try {
    return fastParse(endpoints[endpoint].output, json) as Parsed<Output<N>>;
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw new SchemaError(error.path, error.reason, { request: requestLabel(request) });
  }
}

/** Counts each byte, also within texts: counting all of them takes half the time of comparing each one. */
function countBytes(json: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    counts[byte] = (counts[byte] ?? 0) + 1;
  }
  return counts;
}

function refusal(
  label: RequestLabel,
  response: HttpResponse,
  secrets: Secrets,
  now: number,
): HttpError | RateLimited {
  const { message, fields } = errorBody(response, secrets);
  const { status } = response;
  const said = saidWords(message);
  if (status === 429) {
    const after = retryAfter(response.headers, now);
    const when = after === undefined ? 'castwatch slows down' : `the server asks to wait ${duration(after)}`;
    return new RateLimited(`Too many requests for “${label.title}” (429); ${when}${said}`, {
      request: label,
      retryAfter: after,
      status,
    });
  }
  return new HttpError(status, `“${label.title}” ${verdict(status)} (${status})${said}`, {
    request: label,
    serverMessage: message,
    fields,
  });
}

function saidWords(message: string | undefined): string {
  return message === undefined ? '' : `: ${message}`;
}

function verdict(status: number): string {
  if (status === 400) return 'was refused: something in it is not valid';
  if (status === 401) return 'was refused: the token or key is not valid (any more)';
  if (status === 403) return 'was refused: not allowed';
  if (status === 404) return 'was not found';
  if (status === 409) return 'was refused: it is in conflict with what exists';
  if (status === 413) return 'was refused: it is too large';
  if (status === 502 || status === 504) return 'failed: a proxy does not reach the server';
  if (status === 503) return 'failed: the server is not available now';
  return status >= 500 ? 'failed inside the server' : 'was refused';
}

/** Tolerant, because the error page of a proxy is an error as well. */
function errorBody(response: HttpResponse, secrets: Secrets): ErrorBody {
  if (
    response.body.length > MAX_ERROR_BYTES ||
    !isJson(response.headers['content-type'] ?? 'application/json')
  )
    return cleanErrorBody(undefined, secrets);
  let json: unknown;
  try {
    json = JSON.parse(text(response.body));
  } catch {
    // No JSON: it says nothing.
  }
  return cleanErrorBody(json, secrets);
}

function cleanErrorBody(json: unknown, secrets: Secrets): ErrorBody {
  const body = readErrorBody(json);
  const fields: Record<string, readonly string[]> = {};
  for (const [name, messages] of Object.entries(body.fields)) {
    fields[secrets.clean(name, 80)] = messages.map((message) => secrets.clean(message));
  }
  return { message: body.message === undefined ? undefined : secrets.clean(body.message), fields };
}

function isJson(type: string): boolean {
  return /^\s*application\/([\w.-]+\+)?json\s*(;|$)/i.test(type);
}

function text(body: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = body;
  const all = Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
  return all.charCodeAt(0) === 0xfeff ? all.slice(1) : all;
}

/** Only the origin, because the rest of the address may contain anything. */
function originOf(location: string): string {
  const parsed = URL.parse(location);
  return parsed ? parsed.origin : 'another path';
}
