import { isLoopback } from '../../base/loopback.ts';
import { UsageError } from '../options/options.ts';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** It cannot be reached from another machine. */
  readonly loopback: boolean;
}

/** `127.0.0.1:9464`, `[::1]:9464`, `localhost:0`. The host must be said: to be open to a network is no default. Throws a `UsageError`. */
export function parseListenAddress(text: string): ListenAddress {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9.-]+)):(\d{1,5})$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  if (host === undefined || !(port <= 65_535)) {
    throw new UsageError('--listen: expected HOST:PORT, such as 127.0.0.1:9464 or [::1]:9464');
  }
  return { host, port, loopback: isLoopback(`http://${host.includes(':') ? `[${host}]` : host}`) };
}
