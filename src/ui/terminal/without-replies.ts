import type { Clock } from '../../base/clock.ts';
import { filteredInput } from './filtered-input.ts';

/**
 * Start of the strings with which terminals reply: colours (OSC), settings (DCS), pictures (APC); or a control
 * sequence (CSI) with more parameters than any real one.
 */
const BEGINS = /\x1b(?:\](?=\d)|P(?=[\d>!|$+=])|_(?=G)|\[(?=[0-?]{40}))/;
/** The first part of such a start. */
const HALF = /\x1b[\]P_]?$/;
/** BEL or ST ends a string. Any other escape, Ctrl-C, CAN and SUB abort it. */
const ENDS = /[\x03\x07\x18\x1a]|\x1b\\?/;
const CSI = '\x1b[';
/** The same for a control sequence, which ends with a letter or a sign. */
const CSI_ENDS = /[\x03\x07\x18\x1a]|\x1b|[@-~]/;
/** No useful reply is longer. */
const MAX_REPLY = 256;
/** A string without further data for this time is no reply; nor is one that goes on for twice this time, ms. */
const REPLY_WINDOW_MS = 500;

/**
 * Removes the terminal's replies to queries from the input, also if a reply is split over two chunks. The program
 * that used the terminal before may have sent a query. The key parser knows CSI sequences, but would treat the
 * content of these strings as typed letters, and each letter is a command. Alt with `]`, `P` or `_` stays a key.
 * `onReply` is called with the content of a whole reply, such as `11;rgb:ffff/ffff/ffff`.
 */
export function replyFilter(
  clock: Clock,
  onReply: (reply: string) => void = () => {},
): (chunk: string) => string {
  /** What ends the current string; undefined outside of a string. */
  let ends: RegExp | undefined;
  let began = 0;
  /** Content of the string so far, without its start. */
  let reply = '';
  /** The end of the last chunk if it may be the first part of a start or of an ST. */
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
    // Outside of a string, `half` was passed on already, because it may have been a key.
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
      // An escape that is not part of ST belongs to the following input, and Ctrl-C is a key.
      if (sign === '\x1b' || sign === '\x03') rest = sign + after;
      ends = undefined;
    }
    half = (ends ? /\x1b$/ : HALF).exec(rest)?.[0] ?? '';
    return typed;
  };
}

/** The same input stream without such replies, which `onReply` receives. Every paste in it ends. */
export function withoutReplies(
  input: NodeJS.ReadStream,
  clock: Clock,
  onReply?: (reply: string) => void,
): NodeJS.ReadStream {
  return withPasteEnds(filteredInput(input, replyFilter(clock, onReply)), clock);
}

const BEGIN = '\x1b[200~';
const END = '\x1b[201~';
const MARKS = /\x1b\[20[01]~|\x03/g;
/** The first part of an end mark. */
const HALF_MARK = /\x1b(?:\[(?:2(?:0[01]?)?)?)?$/;
/** A paste without further data for this time has lost its end mark, ms. */
const SILENCE_MS = 1_000;
/** Most characters of a paste; no field takes more, and the rest is dropped. */
const MOST_CHARACTERS = 1_000_000;

/**
 * The same input stream, in which every paste ends: with its mark, with Ctrl-C, or after a second without data.
 * Otherwise the key parser would wait for the mark forever and treat every key as pasted text.
 */
export function withPasteEnds(input: NodeJS.ReadStream, clock: Clock): NodeJS.ReadStream {
  let characters: number | undefined;
  /** The end of the last chunk if it may be the first part of a mark. */
  let half = '';
  let isOver = false;
  let cancel = () => {};
  const pass = (chunk: string): string => {
    const passed = half.length;
    const text = half + chunk;
    let kept = '';
    let from = 0;
    const take = (to: number) => {
      const part = text.slice(from, to);
      const room = characters === undefined ? part.length : Math.max(0, MOST_CHARACTERS - characters);
      if (characters !== undefined) characters += part.length;
      kept += part.slice(0, room);
      from = to;
    };
    for (const { 0: mark, index } of text.matchAll(MARKS)) {
      take(index);
      if (mark === '\x03' && characters !== undefined) kept += END;
      kept += mark;
      from = index + mark.length;
      characters = mark === BEGIN ? 0 : undefined;
    }
    take(text.length);
    half = HALF_MARK.exec(text)?.[0] ?? '';
    cancel();
    cancel = characters === undefined ? () => {} : clock.after(SILENCE_MS, end);
    return kept.slice(passed);
  };
  const end = () => {
    isOver = true;
    input.emit('readable');
  };
  return filteredInput(input, pass, () => {
    if (!isOver) return null;
    isOver = false;
    characters = undefined;
    return END;
  });
}
