import { type EndpointName, endpoints } from '../protocol/endpoints.ts';
import {
  Aborted,
  CastwatchError,
  HttpError,
  NetworkError,
  NotJson,
  SchemaError,
  TooLarge,
  UnknownOutcome,
} from './errors.ts';

/**
 * A gateway that gave up waiting (408, 499, and from 502 on), on a server which may have gone on. A server's own 500
 * says that it failed.
 */
const isDoubtful = (status: number) => status === 408 || status === 499 || status >= 502;

/** What the failure of a write means: that nothing happened, or that the outcome is unknown. */
export function outcomeOf(endpoint: EndpointName, error: unknown): unknown {
  // The login before it may have failed instead: then the write was never sent.
  const own = error instanceof CastwatchError && error.request?.title === endpoints[endpoint].title;
  if (!own) return error;
  const unknown =
    ((error instanceof NetworkError || error instanceof Aborted) && error.sent) ||
    // There was a response of success, but not one to read.
    error instanceof TooLarge ||
    error instanceof NotJson ||
    error instanceof SchemaError ||
    (error instanceof HttpError && isDoubtful(error.status));
  return unknown ? new UnknownOutcome(endpoint, error) : error;
}
