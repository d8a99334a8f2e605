import type { EndpointName } from '../protocol/endpoints.ts';
import type { Position } from './tape-index.ts';

/** A recording that can be queried. */
export interface Tape {
  /** Unix ms of the first and of the last entry; both undefined if there is none. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** The latest entry for that request at or before `at`. */
  latest(endpoint: EndpointName, path: string, at: number): Position | undefined;
  /** The latest response at or before `at` for the same page of a list with another order or page size. */
  alike(endpoint: EndpointName, path: string, at: number): Position | undefined;
  /** The first entry for that request after `at`. */
  next(endpoint: EndpointName, path: string, at: number): Position | undefined;
  /** The body of an entry. Rejects if the recording was changed or cut meanwhile. */
  body(position: Position): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A file cannot be written as a recording, or is not one. The message says what to do. */
export class TapeError extends Error {
  override readonly name = 'TapeError';
  readonly code: 'NOT_A_RECORDING' | 'VERSION' | 'UNREADABLE' | 'UNWRITABLE';

  constructor(code: TapeError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
