import { sum } from '../base/theil-sen.ts';
import type { JournalExcerpt } from '../cluster/journal/excerpt.ts';
import type { Measure, StreamKind, Trend } from './facts.ts';
import type { KindAndFacts } from './kind-facts.ts';

export type Severity = 'critical' | 'warning' | 'info';

/**
 * The affected part: a part of the media path from publisher to viewer, or something outside that path: the control
 * plane (managers, links, the session), limits, `data` (only what castwatch can see), or only the journal.
 */
export type HitPart = 'ingest' | 'transcode' | 'delivery' | 'control plane' | 'limits' | 'data' | 'journal';

/** The object that a problem is about: where Enter leads, and what is marked in the lists. */
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
  /** All streams of one type, such as `RTMP_STREAM` (A5). */
  | { readonly kind: 'stream type'; readonly name: string }
  | { readonly kind: 'journal'; readonly object: string }
  | { readonly kind: 'resource'; readonly name: string };

/** Kinds of which many problems at a time are reported as one; its facts are those of the worst. */
export type ManyKind =
  | StreamKind
  | 'server-hot'
  | 'application-limit'
  | 'edge-delivery'
  | 'link'
  | 'reconnect'
  | 'journal-storm';

/** One of the problems that a problem stands for. */
export type Part = KindAndFacts & PartMembers;

interface PartMembers {
  readonly severity: Severity;
  readonly subject: Subject;
  /** Further objects that it is about. */
  readonly names?: readonly Subject[] | undefined;
  readonly hit?: Hit | undefined;
  /** Key of the row that contains it. */
  readonly parent?: string | undefined;
  /** Set if this part itself stands for several problems. */
  readonly folded?: Folded | undefined;
}

/** How many objects a problem stands for, and the worst of them by name. */
export interface Folded {
  readonly count: number;
  readonly first: readonly Part[];
  /** The worst one as it would be reported alone, if it is not the first one. */
  readonly worst?: Part | undefined;
}

/** What is kept of each part of a folded problem. Little, because a storm has many parts. */
export function partOf(part: Part, of: Pick<Part, 'parent'>): Part {
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

/** The rule that found the problem; for a row of streams, the rule of its worst one. */
export function ruleOf({ kind, folded }: KindAndFacts & { readonly folded?: Folded | undefined }): string {
  return kind === 'streams' ? (folded?.worst?.kind ?? kind) : kind;
}

/** Viewers who are hit: those who are not here and should be, and those who watch something sick or behind something sick. */
export interface Harm {
  readonly lost: number;
  readonly degraded: number;
}

export interface Lost {
  readonly viewerMinutes: number;
  /** Viewers who are lost since then. */
  readonly lost: number;
}

/** What an incident has cost until `at` (Unix ms). What its objects do not add up to belongs to none of them. */
export interface Bill extends Lost {
  readonly at: number;
  /** The objects that lost the most. */
  readonly objects: readonly (Lost & { readonly object: Subject })[];
}

/** What a problem affects, as far as its rule knows. */
export interface Hit {
  readonly viewers?: Harm | undefined;
  /** Of the root of an incident that has lost viewers. */
  readonly bill?: Bill | undefined;
  /**
   * The affected streams, each key once. Set if the rule knows them better than the lists: streams that ended are
   * in no list.
   */
  readonly streams?: HitStreams | undefined;
  /** Number of copies of these streams: a stream may be published on several applications. */
  readonly copies?: number | undefined;
}

/** So many viewers are lost, or degraded; undefined if the number is not known. */
export const lostViewers = (count: number | null | undefined): Harm | undefined =>
  count == null ? undefined : { lost: count, degraded: 0 };
export const degradedViewers = (count: number | null | undefined): Harm | undefined =>
  count == null ? undefined : { lost: 0, degraded: count };

/** Number of viewers who are hit; undefined if it is not known. */
export const viewersHit = (hit: Hit | undefined): number | undefined =>
  hit?.viewers && hit.viewers.lost + hit.viewers.degraded;

/** The sum of several; undefined if none is known. */
export function harmOfAll(hits: readonly (Hit | undefined)[]): Harm | undefined {
  const known = hits.flatMap((hit) => hit?.viewers ?? []);
  if (known.length === 0) return undefined;
  return { lost: sum(known.map((one) => one.lost)), degraded: sum(known.map((one) => one.degraded)) };
}

/** A stream as it was when its problem was found, or before it ended. */
export interface HitStream {
  /** Id of its copy with the most viewers. */
  readonly id: string;
  readonly streamKey: string;
  readonly application?: string | undefined;
  /** Sum over its copies. */
  readonly viewers?: number | undefined;
  /** Set if it is published again. */
  readonly isBack?: boolean | undefined;
  /** When a missing stream was last listed, Unix ms. */
  readonly seenAt?: number | undefined;
  /** Number of its copies on several applications; undefined for one. */
  readonly copies?: number | undefined;
}

/**
 * When a problem began, Unix ms. `exact`: at `at`, to within a poll. `before`: it was there at the first poll and
 * began at `at` or earlier. `between`: after the last good sample, `from`, and not after `at`.
 */
export type Beginning =
  | { readonly at: number; readonly known: 'exact' | 'before' }
  | { readonly at: number; readonly known: 'between'; readonly from: number };

/** The interval of the slowest poll, ms. With a longer gap between samples the exact start is unknown. */
const EXACT_WITHIN_MS = 15_000;

/** The start at the first bad sample. `lastGoodAt`: the last good sample before it, if there was one. */
export function beginningAt(at: number, lastGoodAt?: number): Beginning {
  return lastGoodAt === undefined || at - lastGoodAt <= EXACT_WITHIN_MS
    ? { at, known: 'exact' }
    : { at, known: 'between', from: lastGoodAt };
}

/** The earliest start; of equal ones the one that may be older. */
export function firstBeginning(beginnings: readonly Beginning[]): Beginning {
  const isOpen = ({ known }: Beginning) => Number(known === 'before');
  return beginnings.reduce((a, b) => ((b.at - a.at || isOpen(a) - isOpen(b)) < 0 ? b : a));
}

/** Number of streams that a problem affects, and the most important ones by name. */
export interface HitStreams {
  readonly count: number;
  readonly first: readonly HitStream[];
}

export type Problem = KindAndFacts & ProblemMembers & State;

/** Whether the problem is current or has cleared; Unix ms. */
export type State =
  | { readonly state: 'standing'; readonly clearedAt?: undefined }
  | { readonly state: 'cleared'; readonly clearedAt: number };

/** Members that all problems of an incident share. */
export interface IncidentOf {
  /** Key of the cause, as far as it is known. */
  readonly root: string;
  /** Key of the first cause, which identifies the incident for as long as it stands; undefined if it is still the cause. */
  readonly named?: string | undefined;
  /** Start of the oldest part, which may have cleared. */
  readonly since: Beginning;
  readonly severity: Severity;
  /** How often it began: more than once if it came back within minutes. */
  readonly times: number;
}

/** Members of every kind of problem. */
export interface ProblemMembers {
  /** `rule:subject`; a lasting fault keeps its key. */
  readonly key: string;
  readonly severity: Severity;
  readonly subject: Subject;
  /** Every object that it is about, its subject first. */
  readonly names: readonly Subject[];
  /** The affected parts, those of the media path first; empty if unknown. */
  readonly parts: readonly HitPart[];
  /** When it began. */
  readonly since: Beginning;
  /** When it had lasted long enough to be reported, Unix ms. */
  readonly noticedAt: number;
  /** Unix ms since when it is no longer found; it has cleared when that has lasted. */
  readonly clearing?: number | undefined;
  /** The deciding figure, and its trend. */
  readonly measure?: (Measure & { readonly trend: Trend }) | undefined;
  readonly hit: Hit;
  readonly folded?: Folded | undefined;
  /** The incident that it belongs to; undefined if it is the only problem of its incident. */
  readonly incident?: IncidentOf | undefined;
  /** For a cleared problem: journal entries from the time when it was current. */
  readonly evidence?: JournalExcerpt | undefined;
  readonly acknowledged?:
    | {
        readonly at: number;
        readonly until?: number | undefined;
        readonly note: string;
        /** The user of a team who acknowledged it or announced the work. */
        readonly by?: string | undefined;
        /** Acknowledged because of planned work on its object that began at `at`. */
        readonly planned?: true | undefined;
        /** Acknowledged because of a silence in Alertmanager. */
        readonly silenced?: true | undefined;
      }
    | undefined;
}

/** The application that a subject is, or that a stream is published on; undefined for others. */
export function applicationNamed(subject: Subject): string | undefined {
  if (subject.kind === 'stream') return subject.application;
  return subject.kind === 'application' ? subject.name : undefined;
}

/** The name of a problem's subject, without that of its parent. */
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
