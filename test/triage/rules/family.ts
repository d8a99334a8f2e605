import type { ClusterState } from '../../../src/cluster/state.ts';

export type Change = (now: number, step: number) => Partial<ClusterState>;

/** A fault as a table tells it: good samples, bad ones, and what they raise. */
export interface Row {
  readonly name: string;
  readonly every: number;
  readonly good: Change;
  readonly bad: Change;
  /** How long it must last before it fires; 0 for what counts by itself. */
  readonly after: number;
  readonly clearAfter: number;
  /** `severity rule:subject`. */
  readonly raises: readonly string[];
  readonly reason: RegExp;
  readonly atRisk?: number;
}

/** A rule's story that is more than good and bad samples. */
interface Story {
  readonly rule: string;
  readonly name: string;
  readonly play: () => void;
}

/** Rules that are about one thing. */
export interface Family {
  readonly rows: readonly Row[];
  readonly stories: readonly Story[];
}
