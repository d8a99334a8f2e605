import dns, { type LookupOptions } from 'node:dns';
import { existsSync } from 'node:fs';

// Loaded into the program before it starts (`--import`): the name `cluster.invalid` means this machine as long
// as a file exists, and is otherwise unknown, as it is everywhere.
const { lookup } = dns;
const file = process.env.FLAKY_DNS ?? '';

type Callback = (...found: unknown[]) => void;

function flaky(host: string, options: LookupOptions | Callback, callback?: Callback): void {
  const name = host === 'cluster.invalid' && existsSync(file) ? '127.0.0.1' : host;
  (lookup as (...given: unknown[]) => void)(name, options, callback);
}

dns.lookup = flaky as typeof dns.lookup;
