import type { ClusterState } from '../cluster/state.ts';
import type { TriageState } from '../triage/engine.ts';

/** All data at one moment. */
export interface Moment {
  /** Unix ms. */
  readonly at: number;
  readonly state: ClusterState;
  readonly triage: TriageState;
  /** Figures are means of this many ms; undefined if they are original values. */
  readonly resolution?: number | undefined;
}

/** The past, from the history. */
export interface Past {
  /** The oldest moment that can be shown, Unix ms; undefined if there is none. */
  readonly from: number | undefined;
  /** The data at that moment. Rejects with a message that can be shown. */
  at(moment: number): Promise<Moment>;
  /** Problems that began in (from, to], Unix ms, oldest first. */
  marks(from: number, to: number): readonly TimeMark[];
  /** Periods in that time in which the cluster was not watched: [from, to], Unix ms. */
  unwatched(from: number, to: number): readonly (readonly [number, number])[];
  /** The next (1) or the previous (-1) start of a problem after or before that moment. */
  problemBeside(at: number, direction: 1 | -1): TimeMark | undefined;
  /** That moment, or the nearest one after (1) or before it (-1) at which the cluster was watched. */
  watchedBeside(at: number, direction: 1 | -1): number;
}

/** The time at which a warning or a critical problem began. */
export interface TimeMark {
  /** Unix ms. */
  readonly at: number;
  /** When it ended, or was last seen, Unix ms; undefined if only its start is known. */
  readonly until?: number | undefined;
  readonly label: string;
  readonly severity: 'critical' | 'warning';
}

/** Position of the screen in time, and the period that a time line shows around it. */
export interface TimeStatus {
  /** Unix ms: the moment that is shown, and both ends of the line. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** Problems found so far, oldest first. */
  readonly marks: readonly TimeMark[];
  /** The period that was searched for problems, Unix ms. */
  readonly searchedFrom: number;
  readonly searchedTo: number;
  /** Periods between these in which the cluster was not watched. */
  readonly unwatched?: readonly (readonly [number, number])[] | undefined;
  /** Another moment is being loaded; the old one is shown until then. */
  readonly seeking: boolean;
}

/** Time that the user can move through: of a recording, or the past of a cluster. */
export interface TimeTravel {
  status(): TimeStatus;
  /** Goes to a moment, Unix ms; a moment outside the range means its nearest end. */
  seek(at: number): void;
  problemBeside(at: number, direction: 1 | -1): TimeMark | undefined;
}

export interface ReplayStatus extends TimeStatus {
  readonly playing: boolean;
  readonly speed: number;
}

/** The time of a recording, as the user controls it. */
export interface Replay extends TimeTravel {
  status(): ReplayStatus;
  subscribe(listener: () => void): () => void;
  play(): void;
  pause(): void;
  /** One poll forward (1) or back (-1). */
  step(direction: 1 | -1): void;
  changeSpeed(direction: 1 | -1): void;
}

/** The next mark in that direction; marks must be oldest first. */
export function nextMark(marks: readonly TimeMark[], at: number, direction: 1 | -1): TimeMark | undefined {
  return direction > 0 ? marks.find((mark) => mark.at > at) : marks.findLast((mark) => mark.at < at);
}
