import { isIPv4, isIPv6 } from 'node:net';

/** A part of a text, [start, end). Parts with the same key are the same thing. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly key: string;
}

/** Runs of characters that addresses consist of, with the zone of an IPv6 address (`%eth0`). Takes linear time. */
const RUNS = /[\da-f:]+(?:\.[\da-f:]+)*(?:%[\w-]+(?:\.[\w-]+)*)?/gi;
const IPV4 = /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)(?::\d{1,5}(?!\d))?/g;
const MAC =
  /(?<![\da-f][:.-]?)(?:[\da-f]{2}(?:[:-][\da-f]{2}){5}|[\da-f]{4}(?:\.[\da-f]{4}){2})(?![:.-]?[\da-f])/gi;
const BRACKETED_PORT = /\](?::\d{1,5}(?!\d))?/y;
/** Longest length of an IPv6 address. */
const LONGEST = 45;

/**
 * The IPv4, IPv6 and hardware addresses in a text, with zones, brackets and ports, in order. `[::1]:443` and
 * `0:0:0:0:0:0:0:1` have the same key.
 */
export function foundAddresses(text: string): Found[] {
  const macs = [...text.matchAll(MAC)].map(({ 0: mac, index }) => ({
    start: index,
    end: index + mac.length,
    key: mac.toLowerCase().replace(/[:.-]/g, ''),
  }));
  const others = [0, ...macs.map(({ end }) => end)].flatMap((from, index) =>
    addressesOfRuns(text.slice(from, macs[index]?.start)).map(({ start, end, key }) => {
      return { start: start + from, end: end + from, key };
    }),
  );
  return [...macs, ...others].toSorted((a, b) => a.start - b.start);
}

function addressesOfRuns(text: string): Found[] {
  return [...text.matchAll(RUNS)].flatMap(({ 0: run, index }) => {
    const one = ipv6Of(text, run, index);
    return one ? [one] : ipv4Within(run, index);
  });
}

/** The IPv6 address in a run, with brackets and port around it. */
function ipv6Of(text: string, run: string, index: number): Found | undefined {
  const [address = '', zone] = run.split('%', 2);
  if (!address.includes(':')) return undefined;
  // `peer:::1`, and hexadecimal letters at the end of a word before: `id:fe80::1`.
  const isWithinWord = /\w/.test(text[index - 1] ?? '');
  const skipped = isWithinWord ? (/^[\da-f]*:/i.exec(address)?.[0].length ?? 0) : 0;
  const starts = [skipped, address[skipped] === ':' ? skipped + 1 : skipped];
  const ends = zone === undefined ? [address.length, address.replace(/:$/, '').length] : [address.length];
  for (const from of starts) {
    for (const to of ends) {
      const candidate = address.slice(from, to);
      if (candidate.length > LONGEST || !/\d/.test(candidate) || !isIPv6(candidate)) continue;
      const end = index + (to < address.length ? to : run.length);
      return { ...widened(text, index + from, end), key: canonical(candidate) };
    }
  }
  return undefined;
}

/** Extends the range by the brackets around an address and the port after it. */
function widened(text: string, start: number, end: number): { start: number; end: number } {
  if (text[start - 1] !== '[') return { start, end };
  BRACKETED_PORT.lastIndex = end;
  const close = BRACKETED_PORT.exec(text);
  return close ? { start: start - 1, end: end + close[0].length } : { start, end };
}

function ipv4Within(run: string, index: number): Found[] {
  return [...run.matchAll(IPV4)].flatMap(({ 0: text, index: at }) => {
    const [address = ''] = text.split(':', 1);
    // Some programs pad the parts with zeros, which `net` rejects.
    const key = address.replace(/(?<!\d)0+(?=\d)/g, '');
    return isIPv4(key) ? [{ start: index + at, end: index + at + text.length, key }] : [];
  });
}

/** The short form in lower case; an IPv4 address written as IPv6 becomes that IPv4 address. */
function canonical(address: string): string {
  const { hostname } = new URL(`http://[${address}]`);
  const mapped = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(hostname);
  if (!mapped) return hostname;
  const [high, low] = mapped.slice(1).map((part) => Number.parseInt(part, 16)) as [number, number];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
