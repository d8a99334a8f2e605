import { plainText } from '../../base/safe-text.ts';
import { type Found, foundAddresses } from './found-addresses.ts';
import { foundUsers } from './found-users.ts';

/** What a report withholds and what it does not; printed at the end of each report. */
export const WITHHELD_WORDS =
  'Looked for: IPv4, IPv6 and hardware addresses with zones and ports, e-mail addresses, ids of viewers and stream sources, logins in URLs, tokens and passwords, the names of users that castwatch knows, and those that follow words such as “user” or “login of”. Not withheld: names of servers, streams, applications and hosts, networks such as 203.0.113.0/24, and user names that the text does not mark as such.';

interface Kind {
  readonly what: string;
  /** Matches in order, none within another. Takes time linear in the length of the text. */
  readonly find: (text: string) => Found[];
}

/** Finds each match of an expression; the key is the text in lower case. */
function matches(form: RegExp): Kind['find'] {
  return (text) =>
    [...text.matchAll(form)].map(({ 0: part, index }) => ({
      start: index,
      end: index + part.length,
      key: part.toLowerCase(),
    }));
}

const WORDS = /[\p{L}\p{M}\p{N}_-]+/gu;

/** Kinds of text that a report does not show, in the order in which they are searched. */
const kinds: readonly Kind[] = [
  { what: 'login', find: matches(/(?<=:\/\/)[^\s/@?#]+(?=@)/g) },
  {
    what: 'token',
    find: matches(
      /(?<![\w-])eyJ[\w-]{8,}(?:\.[\w-]*){2,4}|(?<=\b(?:Bearer|Authorization: Basic)\s{1,4})[\w.~+/-]{8,}=*/gi,
    ),
  },
  {
    what: 'secret',
    find: matches(
      /(?<=\b(?:passw(?:or)?d|passphrase|secret|token|api[ _-]?key|license[ _-]?key)["']?\s{0,4}[:=]\s{0,4}["']?)[^\s"'&,;]+/gi,
    ),
  },
  { what: 'user', find: foundUsers },
  {
    what: 'e-mail',
    find: (text) =>
      matches(/[\p{L}\p{M}\p{N}_.+%-]+(?:@[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*)?/gu)(text).filter(
        ({ key }) => key.includes('@'),
      ),
  },
  { what: 'viewer', find: matches(/\bv_[\w-]+/g) },
  { what: 'source', find: matches(/\bcs_[\w-]+/g) },
  {
    what: 'address',
    find: (text) =>
      foundAddresses(text).filter(({ start }) => !NETWORK.test(text.slice(start, start + LONGEST_NETWORK))),
  },
];

/** A network of many addresses: where an attack comes from is a finding, and names nobody. */
const NETWORK = /^(?:(?:\d+\.){3}0\/(?:[89]|1\d|2[0-4])|[\da-f:]+::\/(?:[1-5]?\d|6[0-4]))(?![\d.])/i;
/** Longest length of a network, with the character behind it. */
const LONGEST_NETWORK = 48;

/** `names` are withheld as users wherever they occur. */
export function createWithholder(names: readonly string[]) {
  const numbers = new Map<string, Map<string, number>>();
  const counts = new Map<string, number>();
  const numberOf = (what: string, key: string): number => {
    const own = numbers.get(what) ?? new Map<string, number>();
    const number = own.get(key) ?? own.size + 1;
    own.set(key, number);
    numbers.set(what, own);
    counts.set(what, own.size);
    return number;
  };
  const all: readonly Kind[] = [...kinds, { what: 'user', find: knownNames(names) }];
  return {
    /** The text with `[address 1]` and similar placeholders; the same thing always has the same number. */
    clean(text: string): string {
      // Invisible characters would hide an address from the search.
      let parts = [{ text: plainText(text), isDone: false }];
      for (const { what, find } of all) {
        parts = parts.flatMap((part) => {
          if (part.isDone) return [part];
          const found = find(part.text);
          if (found.length === 0) return [part];
          const starts = [0, ...found.map(({ end }) => end)];
          return starts.flatMap((start, index) => {
            const item = found[index];
            const before = { text: part.text.slice(start, item?.start), isDone: false };
            return item
              ? [before, { text: `[${what} ${numberOf(what, item.key)}]`, isDone: true }]
              : [before];
          });
        });
      }
      return parts.map(({ text: part }) => part).join('');
    },
    /** How many different things of each kind were withheld. */
    withheld: counts as ReadonlyMap<string, number>,
  };
}

/** Finds names as whole words in any case. Thousands of names take no longer than one. */
function knownNames(names: readonly string[]): Kind['find'] {
  const byWord = new Map<string, string[]>();
  for (const name of names.toSorted((a, b) => b.length - a.length)) {
    const lower = plainText(name).toLowerCase();
    const word = lower.match(WORDS)?.[0];
    if (word !== undefined && lower.length > 1) byWord.set(word, [...(byWord.get(word) ?? []), lower]);
  }
  return (text) => {
    const found: Found[] = [];
    for (const { 0: word, index } of text.matchAll(WORDS)) {
      for (const name of byWord.get(word.toLowerCase()) ?? []) {
        const start = index - name.indexOf(word.toLowerCase());
        const end = start + name.length;
        const isFree = start >= (found.at(-1)?.end ?? 0);
        if (!isFree || text.slice(start, end).toLowerCase() !== name || isWithinWord(text, end)) continue;
        found.push({ start, end, key: name });
        break;
      }
    }
    return found;
  };
}

function isWithinWord(text: string, at: number): boolean {
  const pair = text.slice(at - 1, at + 1);
  return pair.length === 2 && pair.match(WORDS)?.[0] === pair;
}
