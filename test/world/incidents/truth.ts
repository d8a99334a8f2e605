import type { Story } from '../../../src/simulator/story.ts';

/** The kinds of faults, in the order of the seeds. */
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
  'gradual-loss',
  'surge',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** What an incident contains: one fault, two at once, or only things that look like a fault. */
export const incidentKinds = [...faultKinds, 'two-at-once', 'calm', 'peak-hour', 'decoys'] as const;
export type IncidentKind = (typeof incidentKinds)[number];

/** The kind of a seed's incident; seeds from 1 on have each kind in turn. */
export function incidentKind(seed: number): IncidentKind {
  return incidentKinds[(seed - 1) % incidentKinds.length] as IncidentKind;
}

/** The part of the media path at fault. */
export type FaultPart = 'ingest' | 'transcode' | 'delivery' | 'control plane' | 'limits';

/** An object by its API name, with other accepted names. */
export interface Culprit {
  readonly kind: 'server' | 'group' | 'application' | 'stream type' | 'cluster';
  readonly name: string;
  /** Also accepted: a server's only application, or the group if all its servers are culprits. */
  readonly also: readonly string[];
}

/** A journal line, by its object and its message. */
export interface CauseLine {
  readonly object: string;
  readonly message: string;
}

/** Figures that describe the extent. Lost: those that are missing; hit: those that are there and affected. */
export type ExtentFigure = `${'viewers' | 'streams'} ${'lost' | 'hit'}` | 'sessions gained';

/** The truth about one fault. Times are seconds after the world's start. */
export interface TrueFault {
  /** The name of the kind in the generator that drew it. */
  readonly kind: string;
  readonly culprits: readonly Culprit[];
  /**
   * Each of them is a correct answer. Empty if no part is more at fault than the others; then any part is a wrong
   * answer.
   */
  readonly parts: readonly FaultPart[];
  /** The change-point: before it nothing is wrong. */
  readonly begins: number;
  /** When it has its full strength. */
  readonly full: number;
  readonly ends: number;
  /** The figures that show its extent; empty for a fault without visible effects so far. */
  readonly extent: readonly ExtentFigure[];
  /** The affected objects, by index: edges (as servers) and streams. */
  readonly hit: { readonly edges: readonly number[]; readonly streams: ReadonlySet<number> };
  /** The journal line that is its cause. Undefined if there is none; then the correct answer is to show none. */
  readonly cause: CauseLine | undefined;
  /** Lines about its effects: showing them as a cause is neither right nor a mistake. */
  readonly follows: readonly CauseLine[];
  /** The story without this fault. */
  readonly without: Story;
}

/** The truth about an incident: two faults at once, one, or none. */
export interface IncidentTruth {
  readonly seed: number;
  readonly kind: string;
  readonly faults: readonly TrueFault[];
  /** What happens besides and is not a fault, in words. */
  readonly decoys: readonly string[];
  /** Whether the journal names the cause, does not mention it, or has an unrelated change just before it. */
  readonly journal: JournalKind;
}

export const journalKinds = ['true', 'none', 'false'] as const;
export type JournalKind = (typeof journalKinds)[number];
