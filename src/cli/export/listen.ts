import { systemClock } from '../../base/clock.ts';
import { isLoopback } from '../../base/loopback.ts';
import { openNamedFile } from '../../base/private-file.ts';
import { systemReason } from '../../base/system-error.ts';
import { expandReadable } from '../../config/credentials.ts';
import { readSecret } from '../../config/secrets.ts';
import { pairFault } from '../../http/line.ts';
import { UsageError } from '../options/options.ts';
import type { Options } from '../options/table.ts';

/**
 * `127.0.0.1:17864`, `[::1]:17864`, `localhost:0`. The host is required, because listening on a network must be a
 * choice. `loopback`: it cannot be reached from other machines. Throws a `UsageError`.
 */
export function parseListenAddress(text: string) {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9.-]+)):(\d{1,5})$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  if (host === undefined || !(port <= 65_535)) {
    throw new UsageError('--listen: expected HOST:PORT, such as 127.0.0.1:17864 or [::1]:17864');
  }
  return { host, port, loopback: isLoopback(`http://${host.includes(':') ? `[${host}]` : host}`) };
}

/** A certificate with its chain, and its key, as PEM. */
export interface ListenTls {
  readonly cert: string;
  readonly key: string;
}

interface TlsFiles {
  readonly tlsCert: string;
  readonly tlsKey: string;
}

/** The files of `--tls-cert` and `--tls-key`; undefined without them. */
export function tlsFilesOf({ tlsCert, tlsKey }: Pick<Options, 'tlsCert' | 'tlsKey'>): TlsFiles | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new UsageError('--tls-cert and --tls-key belong together: one of them is missing');
  }
  return { tlsCert, tlsKey };
}

/** Reads both files and checks that they belong together. Throws an error with a message that can be shown. */
export async function readListenTls(
  { tlsCert, tlsKey }: TlsFiles,
  env: NodeJS.ProcessEnv,
): Promise<ListenTls> {
  const cert = await readNamed(expandReadable(tlsCert)).catch((error: unknown) => {
    throw new UsageError(`--tls-cert: cannot read ${tlsCert}: ${systemReason(error)}`);
  });
  const context = { clock: systemClock, env };
  const secret = await readSecret({ kind: 'file', path: expandReadable(tlsKey) }, '--tls-key', context);
  const key = secret.reveal();
  const fault = pairFault(cert, key);
  if (fault === 'no certificate') throw new UsageError(`--tls-cert: ${tlsCert} holds no certificate in PEM`);
  if (fault !== undefined) throw new UsageError(`--tls-key: ${tlsKey} ${keyWords[fault]}`);
  return { cert, key };
}

/** The file is read again while it serves: waiting for a FIFO in its place would end that without a word. */
async function readNamed(path: string): Promise<string> {
  const handle = await openNamedFile(path);
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

const keyWords = {
  'no key': 'holds no private key in PEM',
  'another key': 'does not belong to the certificate of --tls-cert',
  locked: 'has a passphrase, which cannot be typed at startup',
} as const;
