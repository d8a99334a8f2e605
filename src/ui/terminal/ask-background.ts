import type { Clock } from '../../base/clock.ts';
import { type Background, backgroundOf } from '../theme/background.ts';

/** Asks for the background (OSC 11), then for the kind of terminal, which each answers, so the wait is short. */
const QUERY = '\x1b]11;?\x1b\\\x1b[c';
const COLOUR = /\x1b\]11;([^\x07\x1b]*)(?:\x07|\x1b\\)/;
const KIND = /\x1b\[\?[\d;]*c/;

interface AskOptions {
  /** Must be in raw mode; nothing else may read it meanwhile. */
  readonly input: NodeJS.ReadStream;
  readonly write: (sequence: string) => void;
  readonly clock: Clock;
  /** A later reply is removed by `withoutReplies`. */
  readonly limitMs: number;
}

/** The terminal's background; undefined if it does not reply. Keys typed meanwhile are put back into the input. */
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

/** Whether the terminal is known to reply. Some would print the question instead. */
export function canAskBackground(term: string | undefined): boolean {
  return term !== undefined && !/^(linux|vt\d|dumb|ansi|cons)/.test(term);
}
