import type { Clock } from '../../base/clock.ts';
import { type Background, backgroundOf } from '../theme/background.ts';

/** Asks for the background (OSC 11), then for the kind of terminal, which every terminal answers: so the wait is short. */
const QUERY = '\x1b]11;?\x1b\\\x1b[c';
const COLOUR = /\x1b\]11;([^\x07\x1b]*)(?:\x07|\x1b\\)/;
const KIND = /\x1b\[\?[\d;]*c/;

interface AskOptions {
  /** In raw mode, and read by nothing else meanwhile. */
  readonly input: NodeJS.ReadStream;
  readonly write: (sequence: string) => void;
  readonly clock: Clock;
  /** An answer that comes later is found by `withoutReplies`. */
  readonly limitMs: number;
}

/** The terminal's background, undefined where it does not tell. What was typed meanwhile goes back into the input. */
export function askBackground({ input, write, clock, limitMs }: AskOptions): Promise<Background | undefined> {
  return new Promise((resolve) => {
    let seen = '';
    const done = () => {
      input.off('readable', read);
      cancel();
      const typed = seen.replace(COLOUR, '').replace(KIND, '');
      if (typed !== '') input.unshift(Buffer.from(typed, 'latin1'));
      resolve(backgroundOf(COLOUR.exec(seen)?.[1] ?? ''));
    };
    const read = () => {
      for (let chunk = input.read(); chunk !== null; chunk = input.read()) {
        seen += Buffer.isBuffer(chunk)
          ? chunk.toString('latin1')
          : Buffer.from(String(chunk)).toString('latin1');
      }
      if (KIND.test(seen)) done();
    };
    const cancel = clock.after(limitMs, done);
    input.on('readable', read);
    write(QUERY);
  });
}

/** Terminals that would show the question instead of answering it. */
export function canAskBackground(term: string | undefined): boolean {
  return term !== undefined && !/^(linux|vt\d|dumb|ansi|cons)/.test(term);
}
