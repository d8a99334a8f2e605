import type { ScenarioName } from '../../../src/simulator/scenarios.ts';

/** What must hold of each problem; the columns of the table. */
export const cells = ['detected', 'object', 'since', 'viewers', 'streams', 'cause', 'first'] as const;
export type Cell = (typeof cells)[number];

/** A problem that a scenario must raise. */
export interface TrueProblem {
  /** The rules any of which may raise it. */
  readonly rules: readonly string[];
  /** Name of the server, stream, group or resource that is the cause; `cluster` for the whole. */
  readonly object: string;
  /** Seconds after the start. */
  readonly begins: number;
  /** Seconds from the beginning within which it must stand. */
  readonly within: number;
  /** Viewers and streams that are hit; a seventh more or less is right. Undefined: nobody can say. */
  readonly viewers?: number;
  readonly streams?: number;
  /** The line of the journal that is the cause: words of it. */
  readonly cause: string;
  /** It has not healed at the end: a problem that has cleared by then is wrong. */
  readonly stands?: boolean;
  /** Cells that are not met yet, and why. `atMost` bounds a figure meanwhile. */
  readonly knownGaps?: Partial<Readonly<Record<Cell, Gap>>>;
}

interface Gap {
  readonly why: string;
  /** Seconds, for `detected` and `since`. */
  readonly atMost?: number;
}

/** What really happens in a scenario, and what castwatch must say of it. */
export interface Truth {
  readonly scenario: ScenarioName;
  /** Seconds for which it is watched. */
  readonly watched: number;
  /** The worst first, as the list must have them. */
  readonly problems: readonly TrueProblem[];
  /** Keys of problems that may stand beside them until they fold under their cause. Everything else is false. */
  readonly beside?: { readonly keys: readonly string[]; readonly why: string };
}
