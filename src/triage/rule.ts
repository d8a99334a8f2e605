import type { ClusterState } from '../cluster/state.ts';
import type { Measure } from './facts.ts';
import type { ClimbMemory } from './memory/climbs.ts';
import type { EdgeMemory } from './memory/edges.ts';
import type { FigureMemory } from './memory/figures.ts';
import type { JournalFacts } from './memory/journal.ts';
import type { LinkMemory } from './memory/links.ts';
import type { OutageMemory } from './memory/outages.ts';
import type { StreamMemory } from './memory/streams.ts';
import type { SurgeMemory } from './memory/surge.ts';
import type { TotalsMemory } from './memory/totals.ts';
import {
  type Beginning,
  beginningAt,
  type Folded,
  type Hit,
  type KindAndFacts,
  type ManyKind,
  type ProblemKind,
  type Severity,
  type Subject,
} from './problem.ts';
import type { Thresholds } from './threshold-families.ts';
import type { UsualOf } from './usual-load.ts';

/** What a rule saw in one sample. The engine makes a problem of it once it lasted. */
export type Finding = KindAndFacts & FindingMembers;

/** What findings of all kinds have. */
export interface FindingMembers {
  /** `rule:subject`; the same fault has the same key in every sample, whatever its severity. */
  readonly key: string;
  readonly severity: Severity;
  readonly subject: Subject;
  readonly hit?: Hit | undefined;
  /** Where it stands for many. */
  readonly folded?: Folded | undefined;
  /** Keys of all streams among those many. */
  readonly streamKeys?: ReadonlySet<string> | undefined;
  /** What the trend follows; greater is worse. */
  readonly figure?: number | undefined;
  /** The figure that decides. */
  readonly measure?: Measure | undefined;
  /** What it concerns beside its subject. */
  readonly names?: readonly Subject[] | undefined;
  /** Unix ms, where the rule knows better than "the first bad sample". */
  readonly since?: number | undefined;
  /** Unix ms of the last good sample before `since`. */
  readonly lastGoodAt?: number | undefined;
  /** There was no sample before `since`: it may have begun earlier. */
  readonly beganBefore?: boolean | undefined;
  /**
   * Keys of problems that this one only follows from: while one of them stands, this one is not reported beside it.
   */
  readonly explainedBy?: readonly string[] | undefined;
  /** A finding is measured; `Unmeasured` is distinguished from it by this. */
  readonly unmeasured?: undefined;
}

/** When a finding began, where its rule knows. */
export function beginningFound({
  since,
  lastGoodAt,
  beganBefore,
}: Pick<FindingMembers, 'since' | 'lastGoodAt' | 'beganBefore'>): Beginning | undefined {
  if (since === undefined) return undefined;
  return beganBefore ? { at: since, known: 'before' } : beginningAt(since, lastGoodAt);
}

/** Nothing can be said of this key in this sample: it neither raises nor clears. */
export interface Unmeasured {
  readonly key: string;
  readonly unmeasured: true;
}

export type Verdict = Finding | Unmeasured;

/** What rules read: the state, and what triage remembers of earlier samples. */
export interface RuleInput {
  readonly state: ClusterState;
  readonly streams: StreamMemory;
  readonly links: LinkMemory;
  readonly edges: EdgeMemory;
  readonly figures: FigureMemory;
  readonly totals: TotalsMemory;
  readonly outages: OutageMemory;
  readonly surge: SurgeMemory;
  readonly climbs: ClimbMemory;
  /** What is usual at an hour, out of the stored history. */
  readonly usual: UsualOf;
  readonly journal: JournalFacts;
}

export interface Context {
  /** Unix ms. */
  readonly now: number;
  readonly thresholds: Thresholds;
  /** Severity of the problem with this key while it stands: rules then use the lower threshold for clearing. */
  active(key: string): Severity | undefined;
  /** A few polls are judged and no more follow: what needs time to be known is not. */
  readonly isOneLook?: boolean;
}

/** Which data a rule judges: a new `at` is a new sample; no new `at`, no judgement (stale data says nothing). */
export interface Sample {
  readonly at: number | undefined;
  /** Interval at which samples are expected, ms; bounds how much time one sample may stand for. */
  readonly interval: number | undefined;
  /**
   * Unix ms at which all of it was read last. What is bad the first time, or after a long gap, may have been bad for
   * long. Undefined before that, and where nothing of the cluster is read.
   */
  readonly wholeAt: number | undefined;
}

/** When one datum was read, and when before that. Unix ms. */
export interface Measurement {
  readonly at: number;
  readonly previousAt: number | undefined;
}

export interface Timing {
  /** How long it must have been observed before it fires, ms of fresh samples. */
  readonly after: number;
  /** How long it must have been observed to be fine before it clears, ms of fresh samples. */
  readonly clearAfter: number;
  /** Least number of samples for either; 2 unless the rule itself counts already. */
  readonly samples?: 1 | 2 | undefined;
}

/** One question of the field notes. `evaluate` is pure. */
export interface Rule {
  readonly name: ProblemKind;
  readonly timing: (thresholds: Thresholds) => Timing;
  readonly sample: (facts: RuleInput, now: number) => Sample;
  readonly evaluate: (facts: RuleInput, context: Context) => readonly Verdict[];
  /** Where there are more than `manyAt` findings: how all of them are reported as one. */
  readonly together?:
    | {
        /** Rules whose many of the same place explain these. */
        readonly causes: readonly ManyKind[];
      }
    | undefined;
  /** What it finds, in words, where that shows only over time: one look at a cluster cannot judge it. */
  readonly history?: string | undefined;
  /** It finds the worst of that even in one look; `history` is what it does not. */
  readonly judgesOneLook?: boolean | undefined;
  /** When the datum behind one key was measured, where it is not the sample's own time. */
  readonly measuredAt?: ((key: string, facts: RuleInput) => Measurement | undefined) | undefined;
}

/** From where on a number is a warning, and critical, in its own unit. */
export interface SeverityLevels {
  readonly warn: number;
  readonly crit: number;
  /** A standing problem clears so much lower than it rose. */
  readonly margin: number;
}

/** Severity of a number against its two thresholds. `active`: the severity of its problem while that stands. */
export function judge(
  value: number,
  { warn, crit, margin }: SeverityLevels,
  active: Severity | undefined,
): 'critical' | 'warning' | undefined {
  if (value >= crit || (active === 'critical' && value >= crit - margin)) return 'critical';
  if (value >= warn || (active !== undefined && value >= warn - margin)) return 'warning';
  return undefined;
}
