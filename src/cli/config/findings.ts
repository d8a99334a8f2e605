/** The result of one check and, if something is wrong, what to do. */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'warn' | 'bad';
  /** What was found. */
  readonly words: string;
  /** What to do. */
  readonly advice?: string | undefined;
}

const signs = { ok: 'ok  ', warn: 'warn', bad: 'BAD ' } as const;

/** One finding as text: a line, and its advice below. */
export function findingText({ what, state, words, advice }: Finding): string {
  return `${signs[state]}  ${what.padEnd(15)} ${words}\n${advice === undefined ? '' : `${' '.repeat(22)}${advice}\n`}`;
}
