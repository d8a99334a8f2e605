import { noSessionState, type SessionState } from '../protocol/session-state.ts';

export interface Session {
  readonly state: SessionState;
  /** Calls the listener with each new state; returns a function that removes it. */
  onChange(listener: (state: SessionState) => void): () => void;
  /** A valid token, after a login if needed. Rejects with a `CastwatchError`. */
  token(): Promise<string>;
  /** Another token than the rejected one; undefined if requesting one makes no sense now. */
  renewed(rejected: string): Promise<string | undefined>;
  /** Allows logins again after a refusal; the credentials are read again. */
  retry(): void;
  close(): void;
}

/** A token that is kept between two runs of the program. */
export interface KeptToken {
  readonly value: string;
  /** Unix ms: not used after this time, so that no run starts with one that is about to expire. */
  readonly until: number;
  /** When it expires, Unix ms; files of earlier versions do not have it. */
  readonly ends?: number | undefined;
}

/** Stores tokens between two runs; no call rejects. */
export interface TokenKeeper {
  read(username: string): Promise<KeptToken | undefined>;
  write(username: string, token: KeptToken): Promise<void>;
  /** Removes the token if it has this value, because the server refused it. */
  drop(username: string, value: string): Promise<void>;
}

/** For recordings, and for a key instead of a login: there is no login. */
export const noSession: Session = {
  state: { ...noSessionState, status: 'ok' },
  onChange: () => () => {},
  token: async () => '',
  renewed: async () => undefined,
  retry: () => {},
  close: () => {},
};
