/** What the score knows about a world, whoever made it. */

export interface JournalLine {
  readonly object: string;
  readonly message: string;
}

/** A fault and its truth. Seconds count from the first look. */
export interface ScoredFault {
  readonly culprits: readonly { readonly name: string; readonly also: readonly string[] }[];
  /** Empty: no part is at fault more than the others. */
  readonly parts: readonly string[];
  readonly begins: number;
  readonly full: number;
  readonly ends: number;
  /** The figures of which a row must give one; those of streams begin with `streams`. Empty: none. */
  readonly extent: readonly string[];
  readonly cause: JournalLine | undefined;
  /** Lines that follow from it. */
  readonly follows: readonly JournalLine[];
  readonly figuresAt: (t: number) => Readonly<Record<string, number>>;
  /** The part of the cluster's viewers, streams or bytes that is missing. */
  readonly lostShare: (t: number) => number;
  /** Names of all objects that it affects, which a row about it may be about. */
  readonly affected: (t: number) => ReadonlySet<string>;
}

export interface ScoredWorld {
  readonly seed: number;
  readonly kind: string;
  readonly startAt: number;
  /** None: nothing is wrong. */
  readonly faults: readonly ScoredFault[];
  /** For how long it is watched when nothing is wrong, seconds. */
  readonly quietS: number;
  /** Whether a row about these objects, which came at second `t`, is true without being about a fault. */
  readonly isTrueRemark: (about: readonly string[], t: number) => boolean;
}

/** When a tenth of the cluster's viewers, streams or bytes is lost first, seconds; undefined: never that much. */
export function firstTenthLost({ begins, full, ends, lostShare }: ScoredFault): number | undefined {
  const until = Math.min(ends, full + 60);
  for (let t = begins; t <= until; t += 4) if (lostShare(t) >= 0.1) return t;
  return undefined;
}
