import type { Clock } from '../../base/clock.ts';
import { filteredInput } from './filtered-input.ts';
import { withPasteEnds } from './paste-end.ts';

/**
 * How the strings begin with which terminals answer: colours (OSC), settings (DCS), pictures (APC); and a control sequence (CSI)
 * with more parameters than any has.
 */
const BEGINS = /\x1b(?:\](?=\d)|P(?=[\d>!|$+=])|_(?=G)|\[(?=[0-?]{40}))/;
/** The first half of such a beginning. */
const HALF = /\x1b[\]P_]?$/;
/** BEL or ST ends a string; any other escape, Ctrl-C, CAN and SUB break it off. */
const ENDS = /[\x03\x07\x18\x1a]|\x1b\\?/;
const CSI = '\x1b[';
/** The same of a control sequence, which ends with a letter or a sign. */
const CSI_ENDS = /[\x03\x07\x18\x1a]|\x1b|[@-~]/;
/** No reply that is of use is longer. */
const MAX_REPLY = 256;
/** A string that does not go on for so long was none, nor one that has not ended after twice that, ms. */
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
  /** What ends the string that the text is inside of. */
  let ends: RegExp | undefined;
  let began = 0;
  /** The string so far, without how it began and ends. */
  let reply = '';
  /** How the last chunk ended, where that may be half of a beginning or of an ST. */
  let half = '';
  let last = Number.NEGATIVE_INFINITY;
  return (chunk) => {
    const now = clock.monotonic();
    if (now - last > REPLY_WINDOW_MS || (ends && now - began > 2 * REPLY_WINDOW_MS)) {
      ends = undefined;
      half = '';
    }
    last = now;
    let typed = '';
    let rest = half + chunk;
    // Outside of a string the half has been passed on already: it may have been the key.
    let passed = ends ? '' : half;
    const pass = (text: string) => {
      typed += text.startsWith(passed) ? text.slice(passed.length) : text;
      passed = '';
    };
    while (rest !== '') {
      const found = (ends ?? BEGINS).exec(rest);
      const before = rest.slice(0, found?.index);
      if (ends) reply += before.slice(0, MAX_REPLY - reply.length);
      else pass(before);
      if (!found) break;
      const [sign] = found;
      const after = rest.slice(found.index + sign.length);
      rest = after;
      if (ends === undefined) {
        ends = sign === CSI ? CSI_ENDS : ENDS;
        began = now;
        reply = '';
        continue;
      }
      if (sign === '\x1b' && after === '') {
        rest = sign;
        break;
      }
      if (sign === '\x07' || sign === '\x1b\\') onReply(reply);
      // An escape that is no ST belongs to what follows, and Ctrl-C is a key.
      if (sign === '\x1b' || sign === '\x03') rest = sign + after;
      ends = undefined;
    }
    half = (ends ? /\x1b$/ : HALF).exec(rest)?.[0] ?? '';
    return typed;
  };
}

/** The same input stream without such replies, which `onReply` gets; every paste in it ends. */
export function withoutReplies(
  input: NodeJS.ReadStream,
  clock: Clock,
  onReply?: (reply: string) => void,
): NodeJS.ReadStream {
  return withPasteEnds(filteredInput(input, replyFilter(clock, onReply)), clock);
}
