/** One line of the result: what was measured, the goal, and the result. */
export interface Row {
  readonly what: string;
  readonly figure: string;
  /** A row without a goal is only a comparison. */
  readonly goal?: string;
  readonly met?: boolean | undefined;
}

/** A bench that `npm run bench -- NAME` can run alone. */
export interface Bench {
  readonly name: string;
  /** It takes too long to be part of the whole run. */
  readonly onlyByName?: true;
  run(): Promise<readonly Row[]>;
}
