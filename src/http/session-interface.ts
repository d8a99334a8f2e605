import { noSessionState, type SessionState } from '../protocol/session-state.ts';

export interface Session {
  readonly state: SessionState;
  /** Calls the listener with each new state; returns a function that removes it. */
  onChange(listener: (state: SessionState) => void): () => void;
  /** A valid token, after a login where there is none. Rejects with a `CastwatchError`. */
  token(): Promise<string>;
  /** Another token than the rejected one; undefined where asking for one makes no sense now. */
  renewed(rejected: string): Promise<string | undefined>;
  /** Allows logins again after a refusal; the credentials are asked for again. */
  retry(): void;
  close(): void;
}

/** A token as it is kept between two runs of the program. */
export interface KeptToken {
  readonly value: string;
  /** Unix ms: used no longer than this, so that no run begins with one that is about to end. */
  readonly until: number;
  /** Unix ms at which it ends; files of earlier versions do not say it. */
  readonly ends?: number | undefined;
}

/** Where tokens are kept between two runs; no call rejects. */
export interface TokenKeeper {
  read(username: string): Promise<KeptToken | undefined>;
  write(username: string, token: KeptToken): Promise<void>;
  /** Forgets it where that very value is kept: the server refused it. */
  drop(username: string, value: string): Promise<void>;
}

/** For recordings, and where a key stands for the login: there is no login. */
export const noSession: Session = {
  state: { ...noSessionState, status: 'ok' },
  onChange: () => () => {},
  token: async () => '',
  renewed: async () => undefined,
  retry: () => {},
  close: () => {},
};
