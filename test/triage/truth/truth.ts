import type { ScenarioName } from '../../../src/simulator/scenarios.ts';

/** The requirements for each problem; the columns of the table. */
export const cells = ['detected', 'object', 'since', 'viewers', 'streams', 'cause', 'first'] as const;
export type Cell = (typeof cells)[number];

/** A problem that a scenario must raise. */
export interface TrueProblem {
  /** Rules that may raise it. */
  readonly rules: readonly string[];
  /** Name of the server, stream, group or resource that is the cause; `cluster` for the whole. */
  readonly object: string;
  /** Seconds after the start. */
  readonly begins: number;
  /** Seconds from the beginning within which it must be raised. */
  readonly within: number;
  /** Viewers and streams that are affected; an error of one seventh is allowed. Undefined: unknown. */
  readonly viewers?: number;
  readonly streams?: number;
  /** Words of the journal line that is the cause. */
  readonly cause: string;
  /** It still lasts at the end: a problem that has cleared by then is wrong. */
  readonly stands?: boolean;
}

/** What happens in a scenario, and what castwatch must report about it. */
export interface Truth {
  readonly scenario: ScenarioName;
  /** Seconds for which it is watched. */
  readonly watched: number;
  /** In the order of the list, worst first. */
  readonly problems: readonly TrueProblem[];
  /** Keys of problems that may be listed beside them until they are folded under their cause. All others are false. */
  readonly beside?: { readonly keys: readonly string[]; readonly why: string };
}
