import type { Clock } from '../../base/clock.ts';
import { filteredInput } from './filtered-input.ts';

const BEGIN = '\x1b[200~';
const END = '\x1b[201~';
const MARKS = /\x1b\[20[01]~|\x03/g;
/** The first part of an end mark. */
const HALF = /\x1b(?:\[(?:2(?:0[01]?)?)?)?$/;
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
    half = HALF.exec(text)?.[0] ?? '';
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
