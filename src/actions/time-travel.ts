import type { ClusterState } from '../cluster/state.ts';
import type { Interest } from '../polling/monitor.ts';
import type { TriageState } from '../triage/engine.ts';

/** All that was known at one moment. */
export interface Moment {
  /** Unix ms. */
  readonly at: number;
  readonly state: ClusterState;
  readonly triage: TriageState;
  /** Figures are means over so many ms; undefined where they are as they were measured. */
  readonly resolution?: number | undefined;
}

/** What was collected since the start, and what is stored of the time before. */
export interface Past {
  /** The oldest moment that can be shown, Unix ms; undefined while there is none. */
  readonly from: number | undefined;
  /** Its size now and at most: bytes of answers, and changes of problems with their bytes. */
  readonly memory: {
    readonly bytes: number;
    readonly limit: number;
    readonly changes: number;
    readonly changeBytes: number;
    readonly changeLimit: number;
  };
  /** What was known at that moment, of what a screen is interested in. Rejects with a message for people. */
  at(moment: number, interest: Interest): Promise<Moment>;
  /** Problems that were raised in (from, to], Unix ms, oldest first. */
  marks(from: number, to: number): readonly TimeMark[];
  /** The next (1) or the previous (-1) problem that was raised after or before that moment. */
  problemBeside(at: number, direction: 1 | -1): TimeMark | undefined;
  /** That moment, or the nearest after (1) or before it (-1) at which the cluster was watched. */
  watchedBeside(at: number, direction: 1 | -1): number;
}

/** Where in time a warning or worse was raised. */
export interface TimeMark {
  /** Unix ms. */
  readonly at: number;
  readonly label: string;
  readonly severity: 'critical' | 'warning';
}

/** Where in time the screen is, and the stretch around it that a time line shows. */
export interface TimeStatus {
  /** Unix ms: the moment that is shown, and both ends of the line. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** Problems found so far, oldest first. */
  readonly marks: readonly TimeMark[];
  /** What is known lies between these, Unix ms: problems elsewhere would not be seen. */
  readonly searchedFrom: number;
  readonly searchedTo: number;
  /** Loading another moment; the old one is shown until it is there. */
  readonly seeking: boolean;
}

/** Time that can be gone through: of a recording, or of the past of a cluster. */
export interface TimeTravel {
  status(): TimeStatus;
  /** Goes to a moment, Unix ms; a moment outside means the nearest end. */
  seek(at: number): void;
  problemBeside(at: number, direction: 1 | -1): TimeMark | undefined;
}

export interface ReplayStatus extends TimeStatus {
  readonly playing: boolean;
  readonly speed: number;
}

/** The time of a recording, as the operator controls it. */
export interface Replay extends TimeTravel {
  status(): ReplayStatus;
  subscribe(listener: () => void): () => void;
  play(): void;
  pause(): void;
  /** One poll forward (1) or back (-1). */
  step(direction: 1 | -1): void;
  changeSpeed(direction: 1 | -1): void;
}

/** The mark that comes next in that direction; marks are oldest first. */
export function nextMark(marks: readonly TimeMark[], at: number, direction: 1 | -1): TimeMark | undefined {
  return direction > 0 ? marks.find((mark) => mark.at > at) : marks.findLast((mark) => mark.at < at);
}
