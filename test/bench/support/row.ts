/** One line of the result: what was measured, what it shall be, what it is. */
export interface Row {
  readonly what: string;
  readonly goal: string;
  readonly figure: string;
  /** Undefined where the row is there for comparison only. */
  readonly met: boolean | undefined;
}

/** Something that `npm run bench -- NAME` can run alone. */
export interface Bench {
  readonly name: string;
  /** It takes too long to be part of the whole run. */
  readonly onlyByName?: true;
  run(): Promise<readonly Row[]>;
}
