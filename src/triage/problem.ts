import * as z from 'zod';
import { sum } from '../base/theil-sen.ts';
import type { JournalExcerpt } from '../cluster/journal/excerpt.ts';
import {
  hitPart,
  type Inferred,
  measure,
  moment,
  number,
  type StreamKind,
  text,
  times,
  trend,
} from './facts.ts';
import { type KindAndFacts, kindAndFactsSchema } from './kind-facts.ts';

export const severitySchema = z.enum(['info', 'warning', 'critical']);
export type Severity = Inferred<typeof severitySchema>;

/** The object that a problem is about: where Enter leads, and what is marked in the lists. */
const subject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cluster') }),
  z.object({ kind: z.literal('server'), name: text }),
  z.object({ kind: z.literal('group'), name: text }),
  z.object({ kind: z.literal('stream'), id: text, streamKey: text, application: text.optional() }),
  z.object({ kind: z.literal('application'), name: text, id: text.optional() }),
  /** All streams of one type, such as `RTMP_STREAM` (A5). */
  z.object({ kind: z.literal('stream type'), name: text }),
  z.object({ kind: z.literal('journal'), object: text }),
  z.object({ kind: z.literal('resource'), name: text }),
]);
export type Subject = Inferred<typeof subject>;

/** Viewers who are hit: those who are not here and should be, and those who watch something sick or behind something sick. */
const harm = z.object({ lost: number, degraded: number });
export type Harm = Inferred<typeof harm>;

const lost = z.object({
  viewerMinutes: number,
  /** Viewers who are lost since then. */
  lost: number,
});
export type Lost = Inferred<typeof lost>;

/** What an incident has cost until `at` (Unix ms). What its objects do not add up to belongs to none of them. */
const bill = lost.extend({
  at: moment,
  /** The objects that lost the most. */
  objects: z.array(lost.extend({ object: subject })),
});
export type Bill = Inferred<typeof bill>;

/** A stream as it was when its problem was found, or before it ended. */
const hitStream = z.object({
  id: text,
  streamKey: text,
  application: text.optional(),
  viewers: number.optional(),
  /** Set if it is published again. */
  isBack: z.boolean().optional(),
  /** When a missing stream was last listed, Unix ms. */
  seenAt: moment.optional(),
});
export type HitStream = Inferred<typeof hitStream>;

/** Number of streams that a problem affects, and the most important ones by name. */
const hitStreams = z.object({ count: number, first: z.array(hitStream) });
export type HitStreams = Inferred<typeof hitStreams>;

/** What a problem affects, as far as its rule knows. */
const hit = z.object({
  viewers: harm.optional(),
  /** Of the root of an incident that has lost viewers. */
  bill: bill.optional(),
  /** The affected streams. Set if the rule knows them better than the lists: streams that ended are in no list. */
  streams: hitStreams.optional(),
});
export type Hit = Inferred<typeof hit>;

/** Kinds of which many problems at a time are reported as one; its facts are those of the worst. */
export type ManyKind =
  | StreamKind
  | 'server-hot'
  | 'limit'
  | 'edge-delivery'
  | 'link'
  | 'reconnect'
  | 'journal-storm';

const partMembers = z.object({
  severity: severitySchema,
  subject,
  /** Further objects that it is about. */
  names: z.array(subject).optional(),
  hit: hit.optional(),
  /** Key of the row that contains it. */
  parent: text.optional(),
});

/** One of the problems that a problem stands for; `folded` is set if it stands for several itself. */
export type Part = KindAndFacts & Inferred<typeof partMembers> & { readonly folded?: Folded | undefined };

/** How many objects a problem stands for, and the worst of them by name. */
export interface Folded {
  readonly count: number;
  /** There may be more: not all of the list was read. */
  readonly atLeast?: true | undefined;
  readonly first: readonly Part[];
  /** The worst one as it would be reported alone, if it is not the first one. */
  readonly worst?: Part | undefined;
}

const part: z.ZodType<Part> = kindAndFactsSchema.and(
  partMembers.extend({ folded: z.lazy(() => folded).optional() }),
);
const folded: z.ZodType<Folded> = z.object({
  count: number,
  atLeast: z.literal(true).optional(),
  first: z.array(part),
  worst: part.optional(),
});

/** What is kept of each part of a folded problem. Little, because a storm has many parts. */
export function partOf(part: Part, parent: string): Part {
  const { severity, subject, names, hit } = part;
  return { ...kindAndFacts(part), severity, subject, names, hit: hit && { viewers: hit.viewers }, parent };
}

/** These as the members of a row; undefined if it is only one. */
export function foldedOf(key: string, parts: readonly Part[]): Folded | undefined {
  const first = parts.map((one) => partOf(one, key));
  return parts.length > 1 ? { count: parts.length, first } : undefined;
}

export function kindAndFacts({ kind, facts, form }: KindAndFacts): KindAndFacts {
  return { kind, facts, form } as KindAndFacts;
}

/** The rule that found the problem; for a row of streams, the rule of its worst one. */
export function ruleOf({ kind, folded }: KindAndFacts & { readonly folded?: Folded | undefined }): string {
  return kind === 'streams' ? (folded?.worst?.kind ?? kind) : kind;
}

/** So many viewers are lost, or degraded; undefined if the number is not known. */
export const lostViewers = (count: number | null | undefined): Harm | undefined =>
  count == null ? undefined : { lost: Math.round(count), degraded: 0 };
export const degradedViewers = (count: number | null | undefined): Harm | undefined =>
  count == null ? undefined : { lost: 0, degraded: Math.round(count) };

/** Number of viewers who are hit; undefined if it is not known. */
export const viewersHit = (hit: Hit | undefined): number | undefined =>
  hit?.viewers && hit.viewers.lost + hit.viewers.degraded;

/** The sum of several; undefined if none is known. */
export function harmOfAll(hits: readonly (Hit | undefined)[]): Harm | undefined {
  const known = hits.flatMap((hit) => hit?.viewers ?? []);
  if (known.length === 0) return undefined;
  return { lost: sum(known.map((one) => one.lost)), degraded: sum(known.map((one) => one.degraded)) };
}

/**
 * When a problem began, Unix ms. `exact`: at `at`, to within a poll. `before`: it was there at the first poll and
 * began at `at` or earlier. `between`: after the last good sample, `from`, and not after `at`.
 */
export const beginningSchema = z.discriminatedUnion('known', [
  z.object({ at: moment, known: z.enum(['exact', 'before']) }),
  z.object({ at: moment, known: z.literal('between'), from: moment }),
]);
export type Beginning = Inferred<typeof beginningSchema>;

/** Since when none of several problems is found any longer, Unix ms. */
export function clearingTogether(problems: readonly Problem[]): number | undefined {
  const times = problems.flatMap(({ clearing }) => clearing ?? []);
  return times.length === problems.length ? Math.max(...times) : undefined;
}

/** The interval of the slowest poll, ms. With a longer gap between samples the exact start is unknown. */
const EXACT_WITHIN_MS = 15_000;

/**
 * The start at the first bad sample. `lastGoodAt`: the last good sample before it, if there was one; `beganBefore`: it was the first.
 */
export function beginningAt(at: number, lastGoodAt?: number, beganBefore = false): Beginning {
  if (beganBefore) return { at, known: 'before' };
  return lastGoodAt === undefined || at - lastGoodAt <= EXACT_WITHIN_MS
    ? { at, known: 'exact' }
    : { at, known: 'between', from: lastGoodAt };
}

/** The earliest start; of equal ones the one that may be older. */
export function firstBeginning(beginnings: readonly Beginning[]): Beginning {
  const isOpen = ({ known }: Beginning) => Number(known === 'before');
  return beginnings.reduce((a, b) => ((b.at - a.at || isOpen(a) - isOpen(b)) < 0 ? b : a));
}

export type Problem = KindAndFacts & ProblemMembers & State;

/** Whether the problem is current or has cleared; Unix ms. */
export type State =
  | { readonly state: 'standing'; readonly clearedAt?: undefined }
  | { readonly state: 'cleared'; readonly clearedAt: number };

/** Members that all problems of an incident share. */
const incidentOf = z.object({
  /** Key of the cause, as far as it is known. */
  root: text,
  /** Key of the first cause, which identifies the incident for as long as it stands; undefined if it is still the cause. */
  named: text.optional(),
  /** Start of the oldest part, which may have cleared. */
  since: beginningSchema,
  severity: severitySchema,
  /** How often it began: more than once if it came back within minutes. */
  times,
  /** Key of the problem that was taken for the cause until `at` (Unix ms), and is an effect since. */
  read: z.object({ key: text, at: moment }).optional(),
});
export type IncidentOf = Inferred<typeof incidentOf>;

const acknowledged = z.object({
  at: moment,
  until: moment.optional(),
  note: text,
  /** The user of a team who acknowledged it or announced the work. */
  by: text.optional(),
  /** Acknowledged because of planned work on its object that began at `at`. */
  planned: z.literal(true).optional(),
});

/** Members of every kind of problem that are stored. */
const members = z.object({
  /** `rule:subject`; a lasting fault keeps its key. */
  key: text,
  severity: severitySchema,
  subject,
  /** Every object that it is about, its subject first. */
  names: z.array(subject),
  /** The affected parts, those of the media path first; empty if unknown. */
  parts: z.array(hitPart),
  /** When it began. */
  since: beginningSchema,
  /** When it had lasted long enough to be reported, Unix ms. */
  noticedAt: moment,
  /** Unix ms since when it is no longer found; it has cleared when that has lasted. */
  clearing: moment.optional(),
  /** How often it came, if it came back while it stood. */
  beats: times.optional(),
  /** The deciding figure, and its trend. */
  measure: measure.extend({ trend }).optional(),
  hit,
  folded: folded.optional(),
  /** The incident that it belongs to; undefined if it is the only problem of its incident. */
  incident: incidentOf.optional(),
  acknowledged: acknowledged.optional(),
});

/** Stored problems have the state `standing`: the time of clearing is a column of its own. */
export const problemSchema: z.ZodType<Problem> = kindAndFactsSchema.and(
  members.extend({ state: z.literal('standing') }),
);

/** Members of every kind of problem. */
export interface ProblemMembers extends Omit<Inferred<typeof members>, 'acknowledged'> {
  /** For a cleared problem: journal entries from the time when it was current. */
  readonly evidence?: JournalExcerpt | undefined;
  readonly acknowledged?:
    | (Inferred<typeof acknowledged> & {
        /** Acknowledged because of a silence in Alertmanager. */
        readonly silenced?: true | undefined;
      })
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
