/** Login and token, without the token. `refused` ends all tries until the operator asks for another. */
export interface SessionState {
  readonly status: 'none' | 'logging-in' | 'ok' | 'waiting' | 'refused' | 'failed';
  readonly username: string | undefined;
  readonly message: string | undefined;
  /** What the server said with the login that holds (A1). */
  readonly said?: string | undefined;
  /** When the token in use ends, Unix ms by our clock, where the server named it. */
  readonly tokenEnds?: number | undefined;
}

export const noSessionState: SessionState = {
  status: 'none',
  username: undefined,
  message: undefined,
};
