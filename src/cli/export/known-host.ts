import { isIP } from 'node:net';
import { hostname } from 'node:os';

/**
 * Whether a request's `Host` is one that this server goes by: an address, this machine's own names, or one that was
 * allowed. A foreign web page whose name was pointed here (DNS rebinding) sends that name.
 */
export function isKnownHost(host: string | undefined, allowed: readonly string[]): boolean {
  const name = URL.parse(`http://${host ?? ''}`)?.hostname;
  if (name === undefined) return false;
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return true;
  return ['localhost', hostname(), ...allowed].some((known) => known.toLowerCase() === name);
}
