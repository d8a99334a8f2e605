import type { Story } from '../story.ts';

/** What can go wrong in an incident, in the order of the seeds. */
export const faultKinds = [
  'drain',
  'cliff',
  'publishers-lost',
  'renditions-lost',
  'throttled-transcoder',
  'hot-edge',
  'full-edge',
  'link-flap',
  'partition',
  'limit-cut',
  'empty-sessions',
  'encoder-roll-out',
  'clock-skew',
  'half-recovery',
  'restart',
  'memory-leak',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** What an incident is about: one fault, two at once, or none, with what only looks like one. */
export const incidentKinds = [...faultKinds, 'two-at-once', 'calm', 'peak-hour', 'decoys'] as const;
export type IncidentKind = (typeof incidentKinds)[number];

/** What the incident of a seed, from 1 on, is about: each kind in turn. */
export function incidentKind(seed: number): IncidentKind {
  return incidentKinds[(seed - 1) % incidentKinds.length] as IncidentKind;
}

/** The part of the way from the publisher to the viewer that is at fault. */
export type FaultPart = 'ingest' | 'transcode' | 'delivery' | 'control plane' | 'limits';

/** An object as the API names it, with other names of the very same thing. */
export interface Culprit {
  readonly kind: 'server' | 'group' | 'application' | 'stream type' | 'cluster';
  readonly name: string;
  /** A server's only application, or the group whose servers all are culprits. */
  readonly also: readonly string[];
}

/** A line of the journal, by its object and its words. */
export interface CauseLine {
  readonly object: string;
  readonly message: string;
}

/** What of the extent can be said in a figure. Lost: those who are missing; hit: those who are there and suffer. */
export type ExtentFigure =
  | 'viewers lost'
  | 'viewers hit'
  | 'streams lost'
  | 'streams hit'
  | 'sessions gained';

/** What is true of one fault. Times are seconds after the world's start. */
export interface TrueFault {
  readonly kind: FaultKind;
  readonly culprits: readonly Culprit[];
  /** Any of them is right to say. */
  readonly parts: readonly FaultPart[];
  /** The change-point: before it nothing is wrong. */
  readonly begins: number;
  /** When it has its whole strength. */
  readonly full: number;
  readonly ends: number;
  /** The figures that tell how far it reaches; none for a fault that nobody feels yet. */
  readonly extent: readonly ExtentFigure[];
  /** What it reaches, by index: edges (as servers) and streams. */
  readonly hit: { readonly edges: readonly number[]; readonly streams: ReadonlySet<number> };
  /** The line that is its cause; undefined: there is none, and to show none is right. */
  readonly cause: CauseLine | undefined;
  /** Lines that follow from it: no cause, and no mistake to show either. */
  readonly follows: readonly CauseLine[];
  /** The story without this fault: what would be. */
  readonly without: Story;
}

/** What is true of an incident: two faults at once, one, or none. */
export interface IncidentTruth {
  readonly seed: number;
  readonly kind: IncidentKind;
  readonly faults: readonly TrueFault[];
  /** What happens beside it, and is no fault, in words. */
  readonly decoys: readonly string[];
  /** Whether the journal names the cause, says nothing of it, or has a change elsewhere just before it. */
  readonly journal: JournalKind;
}

export const journalKinds = ['true', 'none', 'false'] as const;
export type JournalKind = (typeof journalKinds)[number];
