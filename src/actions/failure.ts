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

/** What a failed write means for the operator. `howToFindOut` is given where it is unknown whether it happened. */
export function failureOf(error: unknown, howToFindOut: string): Failure {
  if (error instanceof UnknownOutcome) {
    const cause = error.cause instanceof CastwatchError ? error.cause.message : 'no answer came';
    return { kind: 'unknown', message: `It may have happened: ${cause}`, howToFindOut };
  }
  if (error instanceof HttpError) {
    if (error.status < 500) return refused(error.message, error.status, error.fields);
    // The server's own word is that it failed; how far it had come, only a look can tell.
    const look = 'Look whether anything changed before you send it again.';
    return { kind: 'failed', message: `${error.message} ${look}` };
  }
  if (error instanceof RateLimited) return refused(error.message, error.status);
  if (error instanceof ReadOnlyRefused || error instanceof InvalidInput) return refused(error.message);
  if (error instanceof Aborted && !error.sent)
    return { kind: 'failed', message: 'Called off before it was sent; nothing changed.' };
  if (error instanceof NetworkError && !error.sent)
    return { kind: 'failed', message: `Not sent, nothing changed: ${error.message}` };
  if (error instanceof CastwatchError) {
    const { message, status } = describeError(error);
    return status === undefined ? { kind: 'failed', message } : refused(message, status);
  }
  return { kind: 'unknown', message: `${describeError(error).message}.`, howToFindOut };
}

/** For what only reads: an answer that never came changed nothing. */
export function readFailureOf(error: unknown): Failure {
  const failure = failureOf(error, '');
  if (failure.kind !== 'unknown') return failure;
  const cause = error instanceof UnknownOutcome && error.cause instanceof Error ? error.cause.message : '';
  return { kind: 'failed', message: cause === '' ? failure.message : cause };
}

function refused(
  message: string,
  status?: number,
  fields: Readonly<Record<string, readonly string[]>> = {},
): Failure {
  return { kind: 'refused', message, status, fields };
}
