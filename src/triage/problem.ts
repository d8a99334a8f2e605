import type { JournalExcerpt } from '../cluster/journal/excerpt.ts';
import type { Measure, Named, Trend } from './facts.ts';

export type Severity = 'critical' | 'warning' | 'info';

/**
 * A part of the media path from the publisher to the viewer, or something outside that path: the control plane (managers,
 * links, the session), limits, `data` (only what castwatch can see), or only the journal.
 */
export type HitPart = 'ingest' | 'transcode' | 'delivery' | 'control plane' | 'limits' | 'data' | 'journal';

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
  /** All streams of a type, such as `RTMP_STREAM` (A5). */
  | { readonly kind: 'stream type'; readonly name: string }
  | { readonly kind: 'journal'; readonly object: string }
  | { readonly kind: 'resource'; readonly name: string };

/** The kinds of problems about one stream, several of which on one server or application become one row. */
export type StreamKind =
  | 'stream-flap'
  | 'stream-zombie'
  | 'ingest-bitrate'
  | 'ingest-swings'
  | 'stream-unhealthy';

/** The kinds of which many at a time are reported as one problem: its facts are those of the worst of them. */
export type ManyKind =
  | StreamKind
  | 'application-limit'
  | 'edge-delivery'
  | 'link'
  | 'reconnect'
  | 'journal-storm';

/**
 * The facts of each kind of problem: numbers, names, and text of servers. A rule adds its own kind where it is defined;
 * kinds that no rule finds are listed here.
 */
export interface KindFacts {
  /** Streams of one server or application with problems of their own. */
  readonly streams: {
    readonly counts: readonly { readonly kind: StreamKind; readonly count: number }[];
    /** Those that are known by name, of which `folded` has the first. */
    readonly known: number;
  };
  /** A figure of `check` in a range that the command line warns of. */
  readonly range: {
    readonly label: string;
    readonly value: number;
    readonly unit: string;
    readonly range: string;
  };
  /** The object that a check was asked about does not exist. */
  readonly missing: { readonly object: 'server' | 'stream' | 'application' };
  /** A problem stored by an earlier version, which kept the words and not the facts. */
  readonly worded: { readonly rule: string; readonly title: string; readonly sentence: string };
}

export type ProblemKind = keyof KindFacts;

/** Kinds with several titles, and the cases that choose one. A problem keeps the case that it began with. */
export interface KindForms {
  readonly streams: StreamKind | 'mixed';
}

type FormOf<K> = K extends keyof KindForms ? { readonly form: KindForms[K] } : { readonly form?: undefined };

export type KindAndFactsOf<K extends ProblemKind> = {
  readonly kind: K;
  readonly facts: KindFacts[K];
} & FormOf<K>;

/** A kind with its facts. */
export type KindAndFacts = { [K in ProblemKind]: KindAndFactsOf<K> }[ProblemKind];

/** One of many objects that a problem stands for. */
export type Part = KindAndFacts & PartMembers;

interface PartMembers {
  readonly severity: Severity;
  readonly subject: Subject;
  /** What else it concerns. */
  readonly names?: readonly Subject[] | undefined;
  readonly hit?: Hit | undefined;
  /** Key of the row in which it stands, and of the problem that it follows from. */
  readonly parent?: string | undefined;
  readonly cause?: string | undefined;
  /** Set where this part stands for many objects itself. */
  readonly folded?: Folded | undefined;
  readonly follows?: readonly Consequence[] | undefined;
}

/** How many objects a problem stands for, and the worst of them by name. */
export interface Folded {
  readonly count: number;
  readonly first: readonly Part[];
  /** The worst as it would be reported alone, where that is another than the first. */
  readonly worst?: Part | undefined;
}

/** Problems of one kind that follow from another: what they are, and the names of their objects. */
export interface Consequence {
  readonly what: KindAndFacts & { readonly isMany: boolean };
  readonly names: Named;
}

/** What a problem that stands for many keeps of each part: little, because a storm has many parts. */
export function partOf(part: Part, of: Pick<Part, 'parent' | 'cause'>): Part {
  const { severity, subject, names, hit } = part;
  return {
    ...kindAndFacts(part),
    severity,
    subject,
    names,
    hit: hit && { viewers: hit.viewers, copies: hit.copies },
    ...of,
  };
}

/** The kind and its facts alone. */
export function kindAndFacts({ kind, facts, form }: KindAndFacts): KindAndFacts {
  return { kind, facts, form } as KindAndFacts;
}

/** The rule that found it: of a row of streams that of the worst. */
export function ruleOf({
  kind,
  facts,
  folded,
}: KindAndFacts & { readonly folded?: Folded | undefined }): string {
  if (kind === 'worded') return facts.rule;
  return kind === 'streams' ? (folded?.worst?.kind ?? kind) : kind;
}

/**
 * What a count of viewers counts: those who watch what has a problem, were cut off, are likely to see it (an estimate),
 * were not let in, have bad health, or are sessions that take nothing.
 */
export type ViewersHitAs = 'watching' | 'lost' | 'at risk' | 'refused' | 'unhealthy' | 'idle';

export interface HitViewers {
  readonly count: number;
  readonly what: ViewersHitAs;
}

/** What a problem hits, as far as its rule knows. */
export interface Hit {
  readonly viewers?: HitViewers | undefined;
  /** Streams, each key once, where the rule knows them better than the lists do: those that ended are in no list. */
  readonly streams?: HitStreams | undefined;
  /** Copies of these streams: one stream may be published on several applications. */
  readonly copies?: number | undefined;
}

/** A count of viewers; undefined where it is not known. */
export function viewersHit(count: number | null | undefined, what: ViewersHitAs): HitViewers | undefined {
  return count == null ? undefined : { count, what };
}

/** The sum over several; undefined where none of them is known. Of unlike counts it is an estimate. */
export function viewersOfAll(hits: readonly (Hit | undefined)[]): HitViewers | undefined {
  const known = hits.flatMap((hit) => hit?.viewers ?? []);
  const [first] = known;
  if (!first) return undefined;
  const what = known.every((one) => one.what === first.what) ? first.what : 'at risk';
  return { count: known.reduce((sum, one) => sum + one.count, 0), what };
}

/** A stream as it was when its problem was found, or before it ended. */
export interface HitStream {
  /** Of its copy with the most viewers. */
  readonly id: string;
  readonly streamKey: string;
  readonly application?: string | undefined;
  /** Over its copies. */
  readonly viewers?: number | undefined;
  /** It is published again. */
  readonly isBack?: boolean | undefined;
}

/**
 * When a problem began, Unix ms. `exact`: at `at`, to within a poll. `before`: it stood at the first look already and
 * began then or earlier. `between`: after the last good sample, `from`, and not after `at`.
 */
export type Beginning =
  | { readonly at: number; readonly known: 'exact' | 'before' }
  | { readonly at: number; readonly known: 'between'; readonly from: number };

/** The slowest poll takes so long: samples that are farther apart leave the beginning open. */
const EXACT_WITHIN_MS = 15_000;

/** A beginning at the first bad sample. `lastGoodAt`: the last good sample before it, where there was one. */
export function beginningAt(at: number, lastGoodAt?: number): Beginning {
  return lastGoodAt === undefined || at - lastGoodAt <= EXACT_WITHIN_MS
    ? { at, known: 'exact' }
    : { at, known: 'between', from: lastGoodAt };
}

/** How many streams a problem hits, and by name those that matter most. */
export interface HitStreams {
  readonly count: number;
  readonly first: readonly HitStream[];
}

export type Problem = KindAndFacts & ProblemMembers & State;

/** Whether it still stands; Unix ms. */
export type State =
  | { readonly state: 'standing'; readonly clearedAt?: undefined }
  | { readonly state: 'cleared'; readonly clearedAt: number };

/** What all kinds have. */
export interface ProblemMembers {
  /** `rule:subject`: one lasting fault is one problem. */
  readonly key: string;
  readonly severity: Severity;
  readonly subject: Subject;
  /** Every object that it concerns, its subject first. */
  readonly names: readonly Subject[];
  /** What it hits, the parts of the path from the publisher to the viewer first; empty where that is not known. */
  readonly parts: readonly HitPart[];
  /** When it began. */
  readonly since: Beginning;
  /** Unix ms at which it had lasted for long enough to be reported. */
  readonly noticedAt: number;
  /** The figure that decides, and where it goes. */
  readonly measure?: (Measure & { readonly trend: Trend }) | undefined;
  readonly hit: Hit;
  readonly folded?: Folded | undefined;
  /** What follows from it, and is marked where it stands in its list. */
  readonly followers?: readonly Part[] | undefined;
  /** All of that, counted by kind. */
  readonly follows?: readonly Consequence[] | undefined;
  /** It stands with a worse severity than it began with. */
  readonly escalated?: boolean | undefined;
  /** Of one that has cleared: what the journal said while it stood. */
  readonly evidence?: JournalExcerpt | undefined;
  readonly acknowledged?:
    | {
        readonly at: number;
        readonly until?: number | undefined;
        readonly note: string;
        /** By planned work on its object, which began at `at`. */
        readonly planned?: true | undefined;
      }
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
