import { isLoopback } from '../base/loopback.ts';
import { ConfigError } from './error.ts';

/**
 * A base URL in the form that the rest of the program uses: http or https, without user, password, query and
 * closing slash. `what` names its source (`--url`). The text is repeated in a message only if it cannot contain a
 * password. Throws a `ConfigError`.
 */
export function parseBaseUrl(text: string, what: string): string {
  const fault = urlFault(text);
  if (fault !== undefined) throw new ConfigError('url', `${what}: ${fault}`);
  const url = new URL(text.trim());
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Why a text is not a base URL, in words without any password; undefined if it is one. */
export function urlFault(text: string): string | undefined {
  const shown = text.includes('@') ? 'this' : JSON.stringify(text);
  const url = URL.parse(text.trim());
  if (!url) return `${shown} is not a URL; write it like https://cluster.example.com`;
  if (url.username !== '' || url.password !== '') {
    return 'a URL with a user or password inside is refused, because it ends up in lists of processes and in histories; give the name with --username and the password with --password-file, CASTWATCH_PASSWORD or the configuration';
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return `${shown} must begin with https:// (or http:// on this machine)`;
  }
  return url.search === '' && url.hash === '' ? undefined : 'leave out everything from "?" or "#" on';
}

/** In place of a proxy: none, whatever the environment says. */
export const NO_PROXY = 'none';

/**
 * Plain HTTP would show the password to everyone on the network path, so it is refused except for loopback, or if
 * it was allowed explicitly.
 */
export function requireSafeUrl(baseUrl: string, what: string, allowHttp: boolean): void {
  if (allowHttp || baseUrl.startsWith('https:') || isLoopback(baseUrl)) return;
  throw new ConfigError(
    'plain-http',
    `${what}: ${baseUrl} is not encrypted, and anyone on the network path could read the password; use https://, or allow it with --allow-http (allowHttp: true in the profile)`,
  );
}
