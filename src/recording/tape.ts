import type { Position, TapeIndex } from './tape-index.ts';

/** A recording that can be queried. */
export interface Tape extends Pick<TapeIndex, 'latest' | 'alike' | 'next'> {
  /** Unix ms of the first and of the last entry; both undefined if there is none. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** The body of an entry. Rejects if the recording was changed or cut meanwhile. */
  body(position: Position): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A file cannot be written as a recording, or is not one. The message says what to do. */
export class TapeError extends Error {
  override readonly name = 'TapeError';
  readonly code: 'NOT_A_RECORDING' | 'VERSION' | 'UNREADABLE' | 'UNWRITABLE';

  constructor(code: TapeError['code'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
