import { isLoopback } from '../base/loopback.ts';
import { InvalidInput } from './errors.ts';

/**
 * The base URL of interface A or B, if credentials may be sent there: HTTPS, or loopback, or `allowHttp`. A path
 * prefix and a trailing slash are accepted. Throws `InvalidInput` (`BAD_URL`, `HTTPS_REQUIRED`).
 */
export function assertSafeUrl(url: string, options: { readonly allowHttp?: boolean | undefined } = {}): URL {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new InvalidInput('BAD_URL', 'The URL is not valid. It looks like https://host:port/prefix.');
  }
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') {
    throw new InvalidInput('BAD_URL', 'The URL must begin with https:// or http://.');
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new InvalidInput(
      'BAD_URL',
      'The URL must not carry a user or password: lists of processes show it.',
    );
  }
  if (parsed.search !== '' || parsed.hash !== '') {
    throw new InvalidInput('BAD_URL', 'The URL must end with its path: no ? and no #.');
  }
  if (parsed.protocol === 'http:' && !options.allowHttp && !isLoopback(parsed)) {
    throw new InvalidInput(
      'HTTPS_REQUIRED',
      `Plain HTTP would show the password and all data to anyone on the network path to ${parsed.host}. Use https://, or --allow-http if you accept that.`,
    );
  }
  return parsed;
}

/** The path prefix of a base URL without trailing slashes; empty if there is none. */
export function pathPrefix(base: URL): string {
  return base.pathname.replace(/\/+$/, '');
}
