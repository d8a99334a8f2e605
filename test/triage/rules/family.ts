import type { Change } from '../support.ts';

export type { Change };

/** A fault as a row of a table: good samples, bad samples, and the problem that they raise. */
interface Row {
  /** Two seconds where it is not said. */
  readonly every?: number;
  readonly good: Change;
  readonly bad: Change;
  /** How long it must last before it fires, 0 if a single sample is enough; and before it clears. */
  readonly within: readonly [fires: number, clears: number];
  /** `severity rule:subject`. */
  readonly raises: string;
  readonly reason: RegExp;
  /** Viewers, or streams where no viewers are known. */
  readonly hit?: number;
  /** A single look cannot tell it. */
  readonly needsTime?: true;
}

/** Rules about one subject. */
export interface Family {
  readonly rows: Readonly<Record<string, Row>>;
  /** Tests of a rule that need more than good and bad samples, by `rule: name`. */
  readonly stories: Readonly<Record<string, () => void>>;
}

export const namedRows = (families: readonly Family[]) =>
  families.flatMap(({ rows }) => Object.entries(rows).map(([name, row]) => ({ name, every: 2_000, ...row })));
