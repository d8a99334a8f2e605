import {
  Aborted,
  CastwatchError,
  describeError,
  HttpError,
  InvalidInput,
  NetworkError,
  RateLimited,
  ReadOnlyRefused,
  Redirected,
} from '../http/errors.ts';
import { endpoints } from '../protocol/endpoints.ts';
import type { Outcome } from './outcome.ts';

/** What a failed write means for the user. `howToFindOut` is added if it may have happened. */
export function writeFailure(
  error: unknown,
  howToFindOut: string,
): Exclude<Outcome<never>, { kind: 'confirmed' | 'differs' }> {
  const refusal = readFailure(error);
  if (isUnsent(error))
    return { ...refusal, status: undefined, message: `Not sent, nothing changed: ${refusal.message}` };
  if (isRefusal(error)) return refusal;
  const { fields: _, ...told } = refusal;
  return { ...told, kind: 'unknown', message: `It may have happened: ${told.message}`, howToFindOut };
}

/** The same for requests that only read: without an answer nothing changed, either. */
export function readFailure(error: unknown): Extract<Outcome<never>, { kind: 'refused' }> {
  const { message, status } = describeError(error);
  const fields = error instanceof HttpError ? error.fields : {};
  const answer = error instanceof CastwatchError ? error.answer : undefined;
  return { kind: 'refused', message, status, fields, answer };
}

/** Whether the write never left, because castwatch refused it, or no connection or login was possible. */
function isUnsent(error: unknown): boolean {
  if (error instanceof ReadOnlyRefused || error instanceof InvalidInput) return true;
  if (error instanceof CastwatchError && error.request?.title === endpoints.login.title) return true;
  if (error instanceof RateLimited) return error.status === undefined;
  return (error instanceof NetworkError || error instanceof Aborted) && !error.sent;
}

/** Statuses of a gateway that stopped waiting: the server behind it may have continued, as after any 5xx. */
const GAVE_UP: readonly number[] = [408, 499];

/** Whether the server answered that it did not do it. */
function isRefusal(error: unknown): boolean {
  if (error instanceof HttpError) return error.status < 500 && !GAVE_UP.includes(error.status);
  return error instanceof RateLimited || error instanceof Redirected;
}
