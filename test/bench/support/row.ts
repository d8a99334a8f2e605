/** One line of the result: what was measured, the goal, and the result. */
export interface Row {
  readonly what: string;
  readonly goal: string;
  readonly figure: string;
  /** Undefined for a row that is only a comparison. */
  readonly met: boolean | undefined;
}

/** A bench that `npm run bench -- NAME` can run alone. */
export interface Bench {
  readonly name: string;
  /** It takes too long to be part of the whole run. */
  readonly onlyByName?: true;
  run(): Promise<readonly Row[]>;
}
