import type { ClusterState } from '../../../src/cluster/state.ts';

export type Change = (now: number, step: number) => Partial<ClusterState>;

/** A fault as rows of a table: good samples, bad samples, and the problems that they raise. */
export interface Row {
  readonly name: string;
  readonly every: number;
  readonly good: Change;
  readonly bad: Change;
  /** How long it must last before it fires; 0 if a single sample is enough. */
  readonly after: number;
  readonly clearAfter: number;
  /** `severity rule:subject`. */
  readonly raises: readonly string[];
  readonly reason: RegExp;
  readonly hit?: number;
}

/** A test of a rule that needs more than good and bad samples. */
interface Story {
  readonly rule: string;
  readonly name: string;
  readonly play: () => void;
}

/** Rules about one subject. */
export interface Family {
  readonly rows: readonly Row[];
  readonly stories: readonly Story[];
}
