import type { ParsedResponse } from '../protocol/parsed-response.ts';

/** One response: its content, and facts about it. */
export interface ApiResponse<T> extends ParsedResponse<T> {
  /** `message` of the envelope, if there is one. */
  readonly message: string | undefined;
  readonly status: number;
  /**
   * The whole body, for responses with data that the server gives only once (A2, A14, B1). It may contain secrets.
   */
  readonly answer?: string | undefined;
  /** Size of the body, bytes. */
  readonly bytes: number;
  /** From sending to the last byte, ms. */
  readonly duration: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface PageQuery {
  readonly page?: number | undefined;
  readonly rowsPerPage?: number | undefined;
  readonly orderBy?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}
