import type { Clock } from '../base/clock.ts';
import { MINUTE_MS } from '../base/durations.ts';
import { clockTime, duration } from '../base/format.ts';
import { noSessionState, type SessionState } from '../protocol/session-state.ts';
import { assertSuccess, decode } from './decode.ts';
import {
  Aborted,
  BadCredentials,
  CastwatchError,
  HttpError,
  InvalidInput,
  NetworkError,
  RateLimited,
  SchemaError,
} from './errors.ts';
import type { LoginLimiter, LoginSlot } from './login-limiter.ts';
import { type HttpRequest, requestLabel, type Send } from './request.ts';
import type { Secrets } from './secrets.ts';
import type { Session, TokenKeeper } from './session-interface.ts';
import { tokenLife } from './token-life.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface SessionOptions {
  /** Sends the login, without authorization and without retry. */
  readonly send: Send;
  /** Called when a login is needed, so that a prompt may come late. */
  readonly credentials: () => Promise<Credentials>;
  readonly clock: Clock;
  readonly limiter: LoginLimiter;
  readonly secrets: Secrets;
  /** Undefined: each run of the program logs in. */
  readonly tokens?: TokenKeeper | undefined;
  /** Nobody may be there to give another password: a refused login is tried again. */
  readonly unattended?: boolean | undefined;
}

/** A token is renewed after this share of its lifetime, while it is still valid. */
const RENEW_AT_SHARE = 0.8;
/**
 * Least time before a token is renewed, however short its lifetime, ms: logins are limited, and other programs
 * share the limit.
 */
const RENEW_AT_LEAST_MS = MINUTE_MS;
/** Least time between two replacements of a token that is refused repeatedly, ms. */
const FORCED_GAP_MS = 15_000;
/** Pauses after a failed login, ms: if nothing was sent, after the first failure, after further ones. */
const GAP_UNSENT_MS = 1_000;
const GAP_FIRST_MS = 2_000;
const GAP_NEXT_MS = 15_000;
/**
 * After refused credentials, where nobody can give others, ms: more often might lock the account. Any 4xx may mean that;
 * those that are not listed may as well come from a proxy during a roll-out.
 */
const GAP_REFUSED_MS = 5 * MINUTE_MS;
const REFUSED_STATUSES: ReadonlySet<number> = new Set([400, 401, 409, 422, 423]);
/** After a 429 without `Retry-After`, ms. */
const GAP_LIMITED_MS = 30_000;

interface Token {
  readonly value: string;
  /** By the monotonic clock. */
  readonly renewAt: number;
  /** Unix ms. */
  readonly ends: number | undefined;
  readonly forget: () => void;
  /** What the answer to the login said besides; a kept token has none. */
  readonly login?: Pick<SessionState, 'said' | 'answeredUser' | 'tokenType'> | undefined;
}

/**
 * Login (A1) and the lifetime of the token. The token is in a private field, and stored only by a `TokenKeeper`. It
 * is used until the server refuses it; its expected lifetime (`token-life.ts`, by the monotonic clock) only decides
 * when to renew it.
 */
export class LoginSession implements Session {
  readonly #options: SessionOptions;
  readonly #listeners = new Set<(state: SessionState) => void>();
  #state: SessionState = noSessionState;
  #token: Token | undefined;
  #login: Promise<string> | undefined;
  /** Until this time (monotonic) logins fail with that error without an attempt. */
  #blocked: { readonly until: number; readonly error: CastwatchError } | undefined;
  #stopped: CastwatchError | undefined;
  #failures = 0;
  #lastForced = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get state(): SessionState {
    return this.#state;
  }

  onChange(listener: (state: SessionState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async token(): Promise<string> {
    const now = this.#options.clock.monotonic();
    const token = this.#token;
    if (!token) return this.#logIn();
    // The old token is valid until it is refused, so no request waits for the new one, and a failed renewal has no
    // effect yet.
    if (now >= token.renewAt) this.#logIn().catch(() => {});
    return token.value;
  }

  async renewed(rejected: string): Promise<string | undefined> {
    const { username } = this.#state;
    if (username !== undefined) await this.#options.tokens?.drop(username, rejected);
    const token = this.#token;
    if (token && token.value !== rejected) return token.value;
    if (this.#login) {
      this.#drop();
      return this.#login;
    }
    const now = this.#options.clock.monotonic();
    if (now - this.#lastForced < FORCED_GAP_MS) return undefined;
    this.#lastForced = now;
    this.#drop();
    return this.#logIn();
  }

  retry(): void {
    this.#stopped = undefined;
    this.#blocked = undefined;
    this.#failures = 0;
    if (this.#state.status !== 'ok' && !this.#login) this.#set({ ...noSessionState });
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  /** One login at a time; all requests that need one wait for the same login. */
  #logIn(): Promise<string> {
    if (this.#closed) return Promise.reject(new Aborted({ sent: false }));
    if (this.#stopped) return Promise.reject(this.#stopped);
    if (this.#login) return this.#login;
    const held = this.#held();
    if (held) return Promise.reject(held);
    const login = this.#attempt().finally(() => {
      this.#login = undefined;
    });
    this.#login = login;
    return login;
  }

  /** Why no login may start now, if so. Checked before a password is asked for. */
  #held(): CastwatchError | undefined {
    const { clock, limiter } = this.#options;
    const blocked = (this.#blocked?.until ?? 0) - clock.monotonic();
    if (blocked <= 0) this.#blocked = undefined;
    const limited = this.#blocked?.error instanceof RateLimited ? blocked : limiter.wait();
    if (limited <= 0) {
      const error = this.#blocked?.error;
      if (error && !this.#token)
        this.#set({ ...this.#state, status: failedOrRefused(error), message: error.message });
      return error;
    }
    const error = tooMany(limited);
    if (!this.#token && !this.#hasFailed)
      this.#set({ ...this.#state, status: 'waiting', message: error.message });
    return error;
  }

  /** It stays refused, or failed, until it succeeds: another try changes nothing of what is known. */
  get #hasFailed(): boolean {
    return this.#state.status === 'refused' || this.#state.status === 'failed';
  }

  async #attempt(): Promise<string> {
    const { limiter } = this.#options;
    if (!this.#token && !this.#hasFailed)
      this.#set({ ...this.#state, status: 'logging-in', message: undefined });
    let slot: LoginSlot | undefined;
    try {
      const credentials = await this.#ask();
      const kept = this.#token ? undefined : await this.#kept(credentials.username);
      if (kept) return this.#use(kept, credentials.username);
      slot = limiter.take();
      if (!slot) throw tooMany(limiter.wait());
      const token = await this.#send(credentials);
      slot.done();
      return this.#use(token, credentials.username);
    } catch (error) {
      if (error instanceof NetworkError && !error.sent) slot?.release();
      else slot?.done();
      throw this.#failed(error);
    }
  }

  #use(token: Token, username: string): string {
    if (this.#closed) throw new Aborted({ sent: true });
    this.#drop();
    this.#token = token;
    this.#failures = 0;
    this.#set({ status: 'ok', username, message: undefined, ...token.login, tokenEnds: token.ends });
    return token.value;
  }

  /** A token of an earlier run. */
  async #kept(username: string): Promise<Token | undefined> {
    const { tokens, clock, secrets } = this.#options;
    const kept = await tokens?.read(username);
    if (!kept) return undefined;
    const renewAt = clock.monotonic() + kept.until - clock.now();
    return { value: kept.value, renewAt, ends: kept.ends, forget: secrets.add(kept.value) };
  }

  async #ask(): Promise<Credentials> {
    try {
      return await this.#options.credentials();
    } catch (cause) {
      if (cause instanceof CastwatchError) throw cause;
      throw new InvalidInput('CREDENTIALS', 'There is no password to log in with.', { cause });
    }
  }

  async #send(credentials: Credentials): Promise<Token> {
    const { send, clock, secrets, tokens } = this.#options;
    // Kept for the lifetime of the connection, because the server may repeat it in any later message.
    secrets.add(credentials.password);
    const request: HttpRequest = {
      endpoint: 'login',
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: credentials.username, password: credentials.password }),
    };
    try {
      const response = await send(request);
      const start = clock.monotonic();
      assertSuccess(request, response, secrets, clock.now());
      const { data, meta, message } = decode('login', request, response.body).value;
      const { accessToken, remainingTime, expireDate } = data;
      if (!/^[\x21-\x7e]+$/.test(accessToken)) {
        throw new SchemaError('data.accessToken', 'it is empty or cannot be sent in a header', {
          request: requestLabel(request),
        });
      }
      const life = tokenLife(remainingTime, expireDate, meta?.generatedAt);
      await tokens?.write(credentials.username, {
        value: accessToken,
        until: clock.now() + life * RENEW_AT_SHARE,
        ends: clock.now() + life,
      });
      const forget = secrets.add(accessToken);
      const said = [...new Set([message, data.message])].filter(Boolean).join(' ');
      return {
        value: accessToken,
        renewAt: start + Math.max(RENEW_AT_LEAST_MS, life * RENEW_AT_SHARE),
        ends: clock.now() + life,
        forget,
        login: {
          said: said === '' ? undefined : secrets.clean(said),
          answeredUser: data.username == null ? undefined : secrets.clean(data.username),
          tokenType: data.tokenType == null ? undefined : secrets.clean(data.tokenType),
        },
      };
    } catch (error) {
      throw error instanceof HttpError ? this.#refusal(error) : error;
    }
  }

  /** The API does not document the status of a failed login, so any 4xx counts as refused. */
  #refusal(error: HttpError): CastwatchError {
    const { status, serverMessage, request } = error;
    if (status >= 500 || status === 408) return error;
    const what =
      status === 404
        ? 'There is no login at this address (404): check the URL'
        : `User name or password were not accepted (${status})`;
    const said = serverMessage === undefined ? '' : ` The server says: ${serverMessage}`;
    return new BadCredentials(status, `${what}; ${this.#nextTry(status)}.${said}`, { cause: error, request });
  }

  #nextTry(status: number): string {
    const { clock, unattended } = this.#options;
    if (!unattended) return 'castwatch does not try again by itself';
    if (!REFUSED_STATUSES.has(status)) return `castwatch tries again within ${duration(GAP_NEXT_MS)}`;
    return `the next try is at ${clockTime(clock.now() + GAP_REFUSED_MS)}`;
  }

  /** Decides what a failure means for the next login, and reports it. */
  #failed(error: unknown): unknown {
    if (this.#closed || !(error instanceof CastwatchError)) return error;
    const now = this.#options.clock.monotonic();
    const block = (ms: number) => {
      this.#blocked = { until: now + ms, error };
    };
    const needsOther = error instanceof BadCredentials && !this.#options.unattended;
    const mayLock = error instanceof BadCredentials && REFUSED_STATUSES.has(error.status);
    if (needsOther || error instanceof InvalidInput) {
      this.#stopped = error;
    } else if (mayLock) {
      block(GAP_REFUSED_MS);
    } else if (error instanceof RateLimited) {
      block(Math.max(1_000, error.retryAfter ?? GAP_LIMITED_MS));
    } else if (error instanceof NetworkError && !error.sent) {
      block(GAP_UNSENT_MS);
    } else {
      this.#failures++;
      block(this.#failures === 1 ? GAP_FIRST_MS : GAP_NEXT_MS);
    }
    // While a token is valid, only failures that need the user are reported.
    if (!this.#token || this.#stopped || mayLock)
      this.#set({ ...this.#state, status: failedOrRefused(error), message: error.message });
    return error;
  }

  #drop(): void {
    this.#token?.forget();
    this.#token = undefined;
  }

  #set(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

function tooMany(wait: number): RateLimited {
  return new RateLimited('Too many logins within a minute; the next one waits for its turn.', {
    retryAfter: wait,
  });
}

function failedOrRefused(error: CastwatchError): SessionState['status'] {
  if (error instanceof RateLimited) return 'waiting';
  return error instanceof BadCredentials || error instanceof InvalidInput ? 'refused' : 'failed';
}
