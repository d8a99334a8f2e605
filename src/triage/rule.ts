import type { ClusterState } from '../cluster/state.ts';
import type { JudgedFigure } from './coverage/inputs.ts';
import type { Measure } from './facts.ts';
import type { KindAndFacts } from './kind-facts.ts';
import type { LimitClimb } from './memory/climbs.ts';
import type { FigureMemory } from './memory/figures.ts';
import type { JournalFacts } from './memory/journal.ts';
import type { LinkMemory } from './memory/links.ts';
import type { OutageMemory } from './memory/outages.ts';
import type { Standing } from './memory/standing.ts';
import type { StreamMemory } from './memory/streams.ts';
import type { ViewerHealth } from './memory/viewer-health.ts';
import type { WholeMemory } from './memory/whole.ts';
import {
  type Beginning,
  beginningAt,
  type Folded,
  type Hit,
  type Severity,
  type Subject,
} from './problem.ts';
import type { Thresholds } from './threshold-families.ts';
import type { UsualOf } from './usual-load.ts';

/** What a rule found in one sample. The engine makes a problem of it once it has lasted long enough. */
export type Finding = KindAndFacts & FindingMembers;

/** Members of every kind of finding. */
export interface FindingMembers {
  /** `rule:subject`. A fault has the same key in every sample, whatever its severity. */
  readonly key: string;
  readonly severity: Severity;
  readonly subject: Subject;
  readonly hit?: Hit | undefined;
  /** Set if it stands for many objects. */
  readonly folded?: Folded | undefined;
  /** Names of all affected streams of these objects. */
  readonly streamNames?: ReadonlySet<string> | undefined;
  /** The figure that the trend is computed from; a higher value is worse. */
  readonly figure?: number | undefined;
  /** The deciding figure. */
  readonly measure?: Measure | undefined;
  /** Objects that it is about, besides its subject. */
  readonly names?: readonly Subject[] | undefined;
  /** Start in Unix ms, if the rule knows it better than "the first bad sample". */
  readonly since?: number | undefined;
  /** Unix ms of the last good sample before `since`. */
  readonly lastGoodAt?: number | undefined;
  /** There was no sample before `since`, so it may have begun earlier. */
  readonly beganBefore?: boolean | undefined;
  /**
   * Keys of findings that say the same of more: of all of a group, of the whole, or with its reason. While one of them is a
   * problem, this one is not listed.
   */
  readonly within?: readonly string[] | undefined;
  /** Always undefined; this distinguishes a finding from `Unmeasured`. */
  readonly unmeasured?: undefined;
}

/** The start of a finding, if its rule knows it. */
export function beginningFound({ since, lastGoodAt, beganBefore }: FindingMembers): Beginning | undefined {
  return since === undefined ? undefined : beginningAt(since, lastGoodAt, beganBefore);
}

/** The key cannot be judged in this sample: the sample neither raises nor clears its problem. */
export interface Unmeasured {
  readonly key: string;
  readonly unmeasured: true;
}

export type Verdict = Finding | Unmeasured;

const figureOf = (one: Verdict): number => (one.unmeasured ? 0 : (one.figure ?? 0));

/** The worst first, by their figures. */
export const byFigure = (a: Verdict, b: Verdict): number => figureOf(b) - figureOf(a);

/** The input of rules: the state, and what triage remembers of earlier samples. */
export interface RuleInput {
  readonly state: ClusterState;
  readonly streams: StreamMemory;
  readonly links: LinkMemory;
  readonly figures: FigureMemory;
  readonly standing: Standing | undefined;
  readonly outages: OutageMemory;
  readonly whole: WholeMemory;
  readonly viewerHealth: ViewerHealth;
  readonly climbs: ReadonlyMap<string, LimitClimb>;
  /** Usual values by hour, from the stored history. */
  readonly usual: UsualOf;
  readonly journal: JournalFacts;
}

export interface Context {
  /** Unix ms. */
  readonly now: number;
  readonly thresholds: Thresholds;
  /** Severity of the current problem with this key; rules use it for a lower clearing threshold. */
  active(key: string): Severity | undefined;
  /** Only a few polls are judged (`check`): what can only be known over time is not. */
  readonly isOneLook?: boolean;
}

/** The data that a rule judges. Only a new `at` is a new sample; stale data is not judged. */
export interface Sample {
  readonly at: number | undefined;
  /** Expected interval of samples, ms. It limits how much time one sample may stand for. */
  readonly interval: number | undefined;
  /**
   * When all of the data was last read completely, Unix ms. A problem found at the first time, or after a long gap,
   * may be old. Undefined before the first time, and if nothing is read from the cluster.
   */
  readonly wholeAt: number | undefined;
}

/** When a value was read, and when it was read before that. Unix ms. */
export interface Measurement {
  readonly at: number;
  readonly previousAt: number | undefined;
}

export interface Timing {
  /** How long it must be observed before it is reported, ms of fresh samples. */
  readonly after: number;
  /** How long it must be fine before it clears, ms of fresh samples. */
  readonly clearAfter: number;
  /** Least number of samples for both; 2 unless the rule itself counts. */
  readonly samples?: 1 | 2 | undefined;
  /** What comes back soon is one problem, which stands until it has stayed away for longer than between its beats. */
  readonly recurs?: boolean | undefined;
}

/** What many findings have in common, and the applications of its streams. */
export interface CommonPlace {
  readonly subject: Subject;
  readonly applications: readonly string[];
}

/** One question of the field notes about a cluster. `evaluate` is pure. */
export interface Rule {
  /** The kind of its findings, or its own name where rules share a kind. */
  readonly name: string;
  /** What it reads of the cluster's answers: a verdict does not rest on what of it was not read (`coverage/inputs.ts`). */
  readonly inputs: readonly JudgedFigure[];
  /** Without it a finding is told at once and for as long as it is found, because it was counted already. */
  readonly timing?: ((thresholds: Thresholds) => Timing) | undefined;
  readonly sample: (facts: RuleInput, now: number) => Sample;
  readonly evaluate: (facts: RuleInput, context: Context) => readonly Verdict[];
  /** More than `manyAt` findings are reported as one. */
  readonly together?: true | undefined;
  /** What many findings all over the cluster have in common, if that is known. */
  readonly placeOf?: ((facts: RuleInput, thresholds: Thresholds) => CommonPlace | undefined) | undefined;
  /** What the rule finds only over time, in words: a single reading of a cluster cannot judge it. */
  readonly history?: string | undefined;
  /** A single reading can find the worst cases; `history` names what it misses. */
  readonly judgesOneLook?: boolean | undefined;
  /** When the value behind a key was measured, if that differs from the sample's time. */
  readonly measuredAt?: ((key: string, facts: RuleInput) => Measurement | undefined) | undefined;
}

/** Thresholds of a number for warning and critical, in its own unit. */
export interface SeverityLevels {
  readonly warn: number;
  readonly crit: number;
  /** A problem clears only when the number is this much below its threshold. */
  readonly margin: number;
}

/** Severity of a number by its two thresholds. `active`: the severity of its current problem. */
export function judge(
  value: number,
  { warn, crit, margin }: SeverityLevels,
  active: Severity | undefined,
): 'critical' | 'warning' | undefined {
  if (value >= crit || (active === 'critical' && value >= crit - margin)) return 'critical';
  if (value >= warn || (active !== undefined && value >= warn - margin)) return 'warning';
  return undefined;
}
