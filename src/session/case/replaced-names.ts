import { createHmac, randomBytes } from 'node:crypto';
import { journalVocabulary } from './journal-vocabulary.ts';

/** Replaces names. One instance serves a whole file, so that a name has the same replacement everywhere. */
export interface ReplacedNames {
  /** Registers a name, so that it is also replaced in texts, and no replacement equals it. */
  know(name: string): void;
  /**
   * Replaces a name, such as of a server or a stream. Separators, short numbers and sizes of renditions are kept.
   */
  name(name: string): string;
  /** Replaces a text: words of the journal's vocabulary are kept unless they are names; all others are replaced. */
  text(text: string): string;
}

/** Letters and digits, as one part of a name. */
const PART = /[\p{L}\p{M}\p{N}]+/gu;
const IPV4 = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g;
/**
 * Up to two digits (`edge-2`, `5.0.1`), sizes (`720p`, `1080p60`), and `v2`: they identify nobody, and triage reads
 * them.
 */
const SHAPE = /^(?:\d{1,2}|\d{3,4}[pi]\d{0,2}|v\d{1,2})$/i;
/** A name of so many short numbers is a telephone number or the like, and no version. */
const MOST_SHORT_NUMBERS = 3;
/**
 * Separators of words in a text. All other characters belong to a word, as in `edge-1`, `a@b.example`, `10.0.0.1`.
 */
const BETWEEN_WORDS = /([\s=,;()"'`[\]{}<>|]+)/;
const AROUND_WORD = /^([.:!?*#-]*)(.*?)([.:!?*#-]*)$/su;
/** For shorter parts there are too few replacements to avoid those that are names. */
const LEAST_AVOIDED = 3;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** With a separate key for each file, nobody can compute the replacement of a guessed name. */
export function createReplacedNames(key: Buffer = randomBytes(32)): ReplacedNames {
  const names = new Set<string>();
  const known = new Set<string>();
  const replacements = new Map<string, string>();
  const used = new Set<string>();
  const find = (part: string): string => {
    for (let attempt = 0; ; attempt++) {
      // If all replacements of this length are taken, a longer one is used.
      const longer = Math.floor(attempt / 200);
      const bytes = createHmac('sha256', key).update(`${attempt} ${part}`).digest();
      const found =
        shaped(part, bytes) + Array.from({ length: longer }, (_, at) => letter(bytes[31 - at])).join('');
      const isName = part.length >= LEAST_AVOIDED && (known.has(found) || journalVocabulary.has(found));
      if (!used.has(found) && !isName) return found;
    }
  };
  const ofPart = (part: string, keepsShape: boolean): string => {
    if (keepsShape && SHAPE.test(part)) return part;
    const lower = part.toLowerCase();
    const replacement = replacements.get(lower) ?? find(lower);
    replacements.set(lower, replacement);
    used.add(replacement);
    return inCaseOf(part, replacement);
  };
  const address = (text: string): string => {
    const lower = `ip ${text}`;
    const bytes = createHmac('sha256', key).update(lower).digest();
    return `10.${bytes[0]}.${bytes[1]}.${bytes[2]}`;
  };
  const name = (text: string): string => {
    let end = 0;
    let replaced = '';
    const numbers = [...text.matchAll(PART)].filter(([part]) => /^\d{1,2}$/.test(part));
    const onPart = (part: string) => ofPart(part, numbers.length <= MOST_SHORT_NUMBERS);
    for (const { 0: found, index } of text.matchAll(IPV4)) {
      replaced += text.slice(end, index).replace(PART, onPart) + address(found);
      end = index + found.length;
    }
    return replaced + text.slice(end).replace(PART, onPart);
  };
  const word = (whole: string): string => {
    const [, before = '', inner = '', after = ''] = AROUND_WORD.exec(whole) ?? [];
    const lower = inner.toLowerCase();
    const isPlain = journalVocabulary.has(lower) && !names.has(lower);
    return isPlain ? whole : before + name(inner) + after;
  };
  return {
    know(text) {
      names.add(text.toLowerCase());
      for (const [part] of text.matchAll(PART)) known.add(part.toLowerCase());
    },
    name,
    text: (text) =>
      text
        .split(BETWEEN_WORDS)
        .map((piece, index) => (index % 2 === 0 ? word(piece) : piece))
        .join(''),
  };
}

/** Replaces letters by letters and digits by digits, derived from these bytes. */
function shaped(part: string, bytes: Buffer): string {
  return [...part]
    .map((character, at) => {
      const byte = (bytes[at % bytes.length] ?? 0) + 7 * Math.floor(at / bytes.length);
      return /\p{N}/u.test(character) ? String(byte % 10) : letter(byte);
    })
    .join('');
}

function letter(byte = 0): string {
  return LETTERS[byte % LETTERS.length] ?? 'x';
}

/** The replacement with capital letters at the same places as in the part. */
function inCaseOf(part: string, replacement: string): string {
  const characters = [...part];
  return [...replacement]
    .map((character, at) => (/\p{Lu}/u.test(characters[at] ?? '') ? character.toUpperCase() : character))
    .join('');
}
