import { isLoopback } from '../base/loopback.ts';
import { ConfigError } from './error.ts';

/**
 * A base URL as the rest of the program uses it: http or https, no user and password inside, no query, no
 * closing slash. `what` names where it came from (`--url`). The text itself is only repeated in a message
 * where it cannot hold a password. Throws a `ConfigError`.
 */
export function parseBaseUrl(text: string, what: string): string {
  const fault = urlFault(text);
  if (fault !== undefined) throw new ConfigError('url', `${what}: ${fault}`);
  const url = new URL(text.trim());
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Why a text is not a base URL, in words that contain no password; undefined where it is one. */
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

/** Plain HTTP would show the password to everyone on the way: refused but for loopback, or where it was allowed by name. */
export function requireSafeUrl(baseUrl: string, what: string, allowHttp: boolean): void {
  if (allowHttp || baseUrl.startsWith('https:') || isLoopback(baseUrl)) return;
  throw new ConfigError(
    'plain-http',
    `${what}: ${baseUrl} is not encrypted, and anyone on the network path could read the password; use https://, or allow it with --allow-http (allowHttp: true in the profile)`,
  );
}
