import type { RequestLabel } from './request.ts';

interface ErrorOptions {
  readonly cause?: unknown;
  readonly request?: RequestLabel | undefined;
}

/**
 * Base of all errors between castwatch and a server. `message` says what happened, to what, and what to do. No
 * member contains a password, token or key.
 */
export abstract class CastwatchError extends Error {
  abstract override readonly name: string;
  /** A stable code for scripts: `REFUSED`, `TIMEOUT_HEADERS`, `HTTP_500`, `SCHEMA`, … */
  readonly code: string;
  readonly request: RequestLabel | undefined;
  /**
   * What came of an answer that the server gives only once. It may contain secrets, so it is not an own property, and
   * no log prints it.
   */
  #answer: string | undefined;

  get answer(): string | undefined {
    return this.#answer;
  }

  set answer(answer: string | undefined) {
    this.#answer = answer;
  }

  constructor(code: string, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.request = options.request;
  }

  toJSON(): object {
    return { name: this.name, code: this.code, message: this.message, request: this.request };
  }
}

/** There was no response, or an incomplete one. Codes and texts: `network-error.ts`. */
export class NetworkError extends CastwatchError {
  override readonly name = 'NetworkError';
  /** Whether the request may have reached the server. */
  readonly sent: boolean;

  constructor(code: string, message: string, options: ErrorOptions & { readonly sent: boolean }) {
    super(code, message, options);
    this.sent = options.sent;
  }
}

/** The caller cancelled the request, or the program ends. */
export class Aborted extends CastwatchError {
  override readonly name = 'Aborted';
  readonly sent: boolean;

  constructor(options: ErrorOptions & { readonly sent: boolean }) {
    super('ABORTED', `${options.request?.title ?? 'The request'} was cancelled`, options);
    this.sent = options.sent;
  }
}

/** A response with a status of 400 or more, or to a write that reports a failure with any status. Code `HTTP_<status>`. */
export class HttpError extends CastwatchError {
  override readonly name = 'HttpError';
  readonly status: number;
  /** The server's own `message`, made safe. */
  readonly serverMessage: string | undefined;
  /** `errors.attributes`: messages by field, made safe. */
  readonly fields: Readonly<Record<string, readonly string[]>>;

  constructor(
    status: number,
    message: string,
    options: ErrorOptions & {
      readonly serverMessage?: string | undefined;
      readonly fields?: Readonly<Record<string, readonly string[]>>;
    },
  ) {
    super(`HTTP_${status}`, message, options);
    this.status = status;
    this.serverMessage = options.serverMessage;
    this.fields = options.fields ?? {};
  }
}

/** A 429, or our own limit on logins. */
export class RateLimited extends CastwatchError {
  override readonly name = 'RateLimited';
  /** ms until another attempt makes sense; undefined if the server does not say. */
  readonly retryAfter: number | undefined;
  readonly status: number | undefined;

  constructor(
    message: string,
    options: ErrorOptions & { readonly retryAfter?: number | undefined; readonly status?: number },
  ) {
    super('RATE_LIMITED', message, options);
    this.retryAfter = options.retryAfter;
    this.status = options.status;
  }
}

/** The login was refused. There is no further attempt before `session.retry()`, or for some time if nobody can ask. */
export class BadCredentials extends CastwatchError {
  override readonly name = 'BadCredentials';
  readonly status: number;

  constructor(status: number, message: string, options: ErrorOptions) {
    super('BAD_CREDENTIALS', message, options);
    this.status = status;
  }
}

/** The response is JSON, but does not have the shape of the endpoint. */
export class SchemaError extends CastwatchError {
  override readonly name = 'SchemaError';
  /** Such as `data.topology`; empty for the whole response. */
  readonly path: string;

  constructor(path: string, reason: string, options: ErrorOptions) {
    const what = options.request?.title ?? 'response';
    super(
      'SCHEMA',
      `The response of “${what}” is not understood: ${path === '' ? '' : `${path}: `}${reason}. Does the server speak this API version?`,
      options,
    );
    this.path = path;
  }
}

/** The response does not come from the API, but for example from a proxy. */
export class NotJson extends CastwatchError {
  override readonly name = 'NotJson';

  constructor(found: string, options: ErrorOptions) {
    super(
      'NOT_JSON',
      `“${options.request?.title ?? 'request'}” was answered with ${found} instead of JSON. Is a proxy or another service in between? Check the URL.`,
      options,
    );
  }
}

/** A response larger than `limit` bytes was cut off. */
export class TooLarge extends CastwatchError {
  override readonly name = 'TooLarge';

  constructor(limit: number, options: ErrorOptions) {
    const kib = limit / 1024;
    const size = kib < 1024 ? `${Math.round(kib)} KiB` : `${Math.round(kib / 1024)} MiB`;
    super(
      'TOO_LARGE',
      `The response of “${options.request?.title ?? 'request'}” is larger than ${size} and was cut off.`,
      options,
    );
  }
}

/** A redirect. Never followed, because the token would be sent, too. */
export class Redirected extends CastwatchError {
  override readonly name = 'Redirected';
  readonly status: number;

  constructor(status: number, target: string, options: ErrorOptions) {
    super(
      'REDIRECTED',
      `The server redirects “${options.request?.title ?? 'request'}” to ${target} (${status}); castwatch never follows with credentials. Use the final address as URL.`,
      options,
    );
    this.status = status;
  }
}

/** A write that was not sent, because read-only mode is on. */
export class ReadOnlyRefused extends CastwatchError {
  override readonly name = 'ReadOnlyRefused';

  constructor(request: RequestLabel) {
    super(
      'READ_ONLY',
      `Read-only mode: “${request.title}” was not sent. Start without read-only to change things.`,
      {
        request,
      },
    );
  }
}

/** The request cannot be sent: a bad URL, name, file or key. Nothing was sent. */
export class InvalidInput extends CastwatchError {
  override readonly name = 'InvalidInput';
}

/**
 * An error in the form that screens and scripts need. `retryAfter`: ms until another attempt makes sense, if known.
 */
export function describeError(error: unknown): {
  code: string;
  message: string;
  status?: number;
  retryAfter?: number;
} {
  if (!(error instanceof CastwatchError)) {
    return { code: 'INTERNAL', message: 'castwatch itself failed here; please report it' };
  }
  const { code, message } = error;
  const status = 'status' in error && typeof error.status === 'number' ? error.status : undefined;
  const retryAfter = error instanceof RateLimited ? error.retryAfter : undefined;
  return {
    code,
    message,
    ...(status !== undefined && { status }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}
