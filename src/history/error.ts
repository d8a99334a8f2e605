import { errorMessage } from '../base/system-error.ts';

/** `MISSING`: there is no file yet. `GONE`: the file was removed or replaced while it was open. `DISK`: the system could not read or write it. */
export type HistoryErrorCode =
  | 'NEWER'
  | 'GONE'
  | 'DAMAGED'
  | 'FULL'
  | 'DISK'
  | 'LOCKED'
  | 'MISSING'
  | 'UNUSABLE';

/** The history cannot be read or written. The message says what happened, to which file, and what to do. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
  readonly code: HistoryErrorCode;

  constructor(code: HistoryErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

export const unusable = (message: string, cause?: unknown) => new HistoryError('UNUSABLE', message, cause);

/** The SQLite result codes that are treated differently. */
const BUSY = 5;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;

/** The result code of SQLite; 0 for another error. Extended codes carry the plain one in their low byte. */
const codeOf = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) & 0xff;

/** The system refused, which says nothing of what the file contains. */
export const isRefused = (error: unknown) => [BUSY, IO_ERROR, FULL, CANNOT_OPEN].includes(codeOf(error));

/** Another connection holds a lock. */
export const isBusy = (error: unknown) => codeOf(error) === BUSY;

/** Translates an error of SQLite into one that names the file and what to do. */
export function historyError(path: string, error: unknown): HistoryError {
  if (error instanceof HistoryError) return error;
  const code = codeOf(error);
  if (code === FULL) return new HistoryError('FULL', `no room left for the history ${path}`, error);
  if (code === BUSY) return new HistoryError('LOCKED', `another program holds the history ${path}`, error);
  if (code === CORRUPT || code === NOT_A_DATABASE) {
    const words = `the history ${path} is damaged or is not a history: move it away, and a new one is started`;
    return new HistoryError('DAMAGED', words, error);
  }
  const words = `the history ${path} cannot be used: ${errorMessage(error)}`;
  return new HistoryError(code === IO_ERROR ? 'DISK' : 'UNUSABLE', words, error);
}
