/**
 * State of login and token, without the token. `refused`: no further login until the user asks for one or, where nobody
 * can, for some time.
 */
export interface SessionState {
  readonly status: 'none' | 'logging-in' | 'ok' | 'waiting' | 'refused' | 'failed';
  readonly username: string | undefined;
  readonly message: string | undefined;
  /** The user and the kind of token in the answer to the current login (A1). */
  readonly answeredUser?: string | undefined;
  readonly tokenType?: string | undefined;
  /** The server's message at the current login (A1). */
  readonly said?: string | undefined;
  /** When the current token expires, Unix ms by the local clock, if the server reports it. */
  readonly tokenEnds?: number | undefined;
}

export const noSessionState: SessionState = {
  status: 'none',
  username: undefined,
  message: undefined,
};
