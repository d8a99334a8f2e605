import { Aborted, InvalidInput } from './errors.ts';
import { unlessAborted } from './pause.ts';
import type { HttpResponse, Interceptor } from './request.ts';
import type { Session } from './session-interface.ts';

/**
 * Adds the bearer token. After a 401 it asks the session for another token and repeats the request, once. That is
 * safe for writes too, because a 401 means that nothing was done.
 */
export function authorize(session: Session): Interceptor {
  return (next) => async (request) => {
    const withToken = (token: string): Promise<HttpResponse> =>
      next({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
    const token = await unlessAborted(session.token(), request);
    const response = await withToken(token);
    if (response.status !== 401) return response;
    const other = await unlessAborted(session.renewed(token), request);
    return other === undefined ? response : withToken(other);
  };
}

/**
 * Adds the key of interface B, or that of interface A which replaces a login. After a refusal the key is read again
 * for the next request.
 */
export function authorizeByKey(ask: () => Promise<string>, remember: (key: string) => void): Interceptor {
  let known: Promise<string> | undefined;
  return (next) => async (request) => {
    known ??= ask().then((key) => usableKey(key, remember));
    let key: string;
    try {
      key = await unlessAborted(known, request);
    } catch (error) {
      if (!(error instanceof Aborted)) known = undefined;
      throw error;
    }
    const response = await next({ ...request, headers: { ...request.headers, 'x-api-key': key } });
    if (response.status === 401) known = undefined;
    return response;
  };
}

/** Files with keys end with a newline. */
function usableKey(found: string, remember: (key: string) => void): string {
  const key = found.trim();
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new InvalidInput(
      'API_KEY',
      'The API key is empty or contains characters that are not allowed in a key.',
    );
  }
  remember(key);
  return key;
}
