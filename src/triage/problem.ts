import type { JournalExcerpt } from '../cluster/journal-excerpt.ts';

export type Severity = 'critical' | 'warning' | 'info';

/** What a problem concerns: where Enter leads, and what is marked in the lists. */
export type Subject =
  | { readonly kind: 'cluster' }
  | { readonly kind: 'server'; readonly name: string }
  | { readonly kind: 'group'; readonly name: string }
  | {
      readonly kind: 'stream';
      readonly id: string;
      readonly streamKey: string;
      readonly application?: string | undefined;
    }
  | { readonly kind: 'application'; readonly name: string; readonly id?: string | undefined }
  | { readonly kind: 'journal'; readonly object: string }
  | { readonly kind: 'resource'; readonly name: string };

/** One of many objects that a problem stands for. */
export interface Part {
  readonly severity: Severity;
  readonly subject: Subject;
  readonly reason: string;
  readonly viewersAtRisk?: number | undefined;
}

/** How many objects a problem stands for, and the worst of them by name. */
export interface Folded {
  readonly count: number;
  readonly first: readonly Part[];
}

/** What a problem that stands for many keeps of one of them, and no more: a storm costs the memory of its parts. */
export function partOf({ severity, subject, reason, viewersAtRisk }: Part): Part {
  return { severity, subject, reason, viewersAtRisk };
}

/** A stream as it was before a problem hit it. */
export interface HitStream {
  readonly id: string;
  readonly streamKey: string;
  readonly application?: string | undefined;
  readonly viewers?: number | undefined;
  /** It is published again. */
  readonly isBack?: boolean | undefined;
}

/** How many streams a problem hits, and by name those that matter most. */
export interface HitStreams {
  readonly count: number;
  readonly first: readonly HitStream[];
}

export interface Problem {
  /** `rule:subject`: one lasting fault is one problem. */
  readonly key: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly subject: Subject;
  /** Short name, such as `Server load`. */
  readonly title: string;
  /** Plain words with figures. */
  readonly reason: string;
  /** Unix ms: first bad sample, and when the rule fired after its duration. */
  readonly since: number;
  readonly firedAt: number;
  /** It stood at the first look already: it has lasted at least since `since`. */
  readonly beganBefore?: boolean | undefined;
  readonly clearedAt?: number | undefined;
  readonly trend: 'rising' | 'falling' | 'steady';
  /** Which of the subject's series decides, such as `cpu`; where the rule has several. */
  readonly measure?: string | undefined;
  /** Affected viewers, where that is known. */
  readonly viewersAtRisk?: number | undefined;
  readonly folded?: Folded | undefined;
  /** The streams it hits, where the rule knows them better than the lists do: those that ended are in no list. */
  readonly streams?: HitStreams | undefined;
  /** What follows from it, and is marked where it stands in its list. */
  readonly followers?: readonly Part[] | undefined;
  /** It stands with a worse severity than it began with. */
  readonly escalated?: boolean | undefined;
  /** Of one that has cleared: what the journal said while it stood. */
  readonly evidence?: JournalExcerpt | undefined;
  readonly acknowledged?:
    | { readonly at: number; readonly until?: number | undefined; readonly note: string }
    | undefined;
}

/** The name of what a problem concerns, without what it belongs to. */
export function nameOf(subject: Subject): string {
  switch (subject.kind) {
    case 'cluster':
      return 'cluster';
    case 'stream':
      return subject.streamKey;
    case 'journal':
      return subject.object;
    default:
      return subject.name;
  }
}
