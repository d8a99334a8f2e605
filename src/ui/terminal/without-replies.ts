import type { Clock } from '../../base/clock.ts';
import { filteredInput } from './filtered-input.ts';

/** How the strings begin with which terminals answer: colours (OSC), settings (DCS), pictures (APC). */
const BEGINS = /\x1b(?:\](?=\d)|P(?=[\d>!|$+=])|_(?=G))/;
/** The first half of such a beginning. */
const HALF = /\x1b[\]P_]?$/;
/** BEL or ST ends a string; any other escape, or CAN and SUB, break it off. */
const ENDS = /[\x07\x18\x1a]|\x1b\\?/;
/** No reply that is of use is longer. */
const MAX_REPLY = 256;
/** A string that does not go on for so long was none, ms. */
const REPLY_WINDOW_MS = 500;

/**
 * Takes the terminal's replies to queries out of what is typed, over the borders of chunks too. The program that had
 * the terminal before may have asked; the parser of keys knows CSI sequences, but would take the inside of these
 * strings for typed letters, and each letter is a command. Alt with `]`, `P` or `_` stays a key. `onReply` is called
 * with what a whole reply holds, such as `11;rgb:ffff/ffff/ffff`.
 */
export function replyFilter(
  clock: Clock,
  onReply: (reply: string) => void = () => {},
): (chunk: string) => string {
  let inside = false;
  /** The string so far, without how it began and ends. */
  let reply = '';
  /** How the last chunk ended, where that may be half of a beginning or of an ST. */
  let half = '';
  let last = Number.NEGATIVE_INFINITY;
  return (chunk) => {
    const now = clock.monotonic();
    if (now - last > REPLY_WINDOW_MS) {
      inside = false;
      half = '';
    }
    last = now;
    let typed = '';
    let rest = half + chunk;
    // Outside of a string the half has been passed on already: it may have been the key.
    let passed = inside ? '' : half;
    const pass = (text: string) => {
      typed += text.startsWith(passed) ? text.slice(passed.length) : text;
      passed = '';
    };
    while (rest !== '') {
      const found = (inside ? ENDS : BEGINS).exec(rest);
      const before = rest.slice(0, found?.index);
      if (inside) reply += before.slice(0, MAX_REPLY - reply.length);
      else pass(before);
      if (!found) break;
      const [sign] = found;
      const after = rest.slice(found.index + sign.length);
      if (inside && sign === '\x1b' && after === '') break;
      if (!inside) reply = '';
      else if (sign === '\x07' || sign === '\x1b\\') onReply(reply);
      // An escape that is no ST belongs to what follows.
      rest = inside && sign === '\x1b' ? sign + after : after;
      inside = !inside;
    }
    half = (inside ? /\x1b$/ : HALF).exec(rest)?.[0] ?? '';
    return typed;
  };
}

/** The same input stream without such replies, which `onReply` gets. */
export function withoutReplies(
  input: NodeJS.ReadStream,
  clock: Clock,
  onReply?: (reply: string) => void,
): NodeJS.ReadStream {
  return filteredInput(input, replyFilter(clock, onReply));
}
