import { wrapWords } from '../../base/wrap-words.ts';

/** The result of one check and, if something is wrong, what to do. */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'warn' | 'bad';
  readonly words: string;
  /** What to do. */
  readonly advice?: string | undefined;
}

/** Characters before the words. */
const INDENT = 22;
const signs = { ok: 'ok  ', warn: 'warn', bad: 'BAD ' } as const;

/**
 * One finding as text: its words in lines of at most `width` characters, and its advice below, in one line because a
 * command in it is copied.
 */
export function findingText(
  { what, state, words, advice }: Finding,
  width = Number.POSITIVE_INFINITY,
): string {
  const text = wrapWords(words, width, INDENT).trimStart();
  return `${signs[state]}  ${what.padEnd(15)} ${text}\n${advice === undefined ? '' : `${' '.repeat(INDENT)}${advice}\n`}`;
}
