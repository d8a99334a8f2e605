import {
  Aborted,
  CastwatchError,
  describeError,
  HttpError,
  InvalidInput,
  NetworkError,
  RateLimited,
  ReadOnlyRefused,
  UnknownOutcome,
} from '../http/errors.ts';
import type { Outcome } from './outcome.ts';

type Failure = Exclude<Outcome<never>, { kind: 'ok' }>;

/**
 * What a failed write means for the user. `howToFindOut` is added if it is unknown whether the write took effect.
 */
export function writeFailure(error: unknown, howToFindOut: string): Failure {
  if (error instanceof UnknownOutcome) {
    const { answer, cause } = error;
    return { kind: 'unknown', message: `It may have happened: ${cause.message}`, howToFindOut, answer };
  }
  if (error instanceof HttpError) {
    if (error.status < 500) return refused(error.message, error.status, error.fields);
    // The server reports a failure; the user must check how much was done.
    const look = 'Check whether anything changed before you send it again.';
    return { kind: 'failed', message: `${error.message} ${look}` };
  }
  if (error instanceof RateLimited) return refused(error.message, error.status);
  if (error instanceof ReadOnlyRefused || error instanceof InvalidInput) return refused(error.message);
  if (error instanceof Aborted && !error.sent)
    return { kind: 'failed', message: 'Cancelled before it was sent; nothing changed.' };
  if (error instanceof NetworkError && !error.sent)
    return { kind: 'failed', message: `Not sent, nothing changed: ${error.message}` };
  if (error instanceof CastwatchError) {
    const { message, status } = describeError(error);
    return status === undefined ? { kind: 'failed', message } : refused(message, status);
  }
  return { kind: 'unknown', message: `${describeError(error).message}.`, howToFindOut };
}

/** For requests that only read: a missing response changed nothing. */
export function readFailure(error: unknown): Failure {
  if (error instanceof UnknownOutcome) return { kind: 'failed', message: error.cause.message };
  const failure = writeFailure(error, '');
  return failure.kind === 'unknown' ? { kind: 'failed', message: failure.message } : failure;
}

function refused(
  message: string,
  status?: number,
  fields: Readonly<Record<string, readonly string[]>> = {},
): Failure {
  return { kind: 'refused', message, status, fields };
}
