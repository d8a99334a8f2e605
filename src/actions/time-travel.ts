import type { ClusterState } from '../cluster/state.ts';
import type { Interest } from '../polling/monitor.ts';
import type { TriageState } from '../triage/engine.ts';

/** All that was known at one moment. */
export interface Moment {
  /** Unix ms. */
  readonly at: number;
  readonly state: ClusterState;
  readonly triage: TriageState;
}

/** What was collected since the start. */
export interface Past {
  /** The oldest moment that can be shown, Unix ms; undefined while there is none. */
  readonly from: number | undefined;
  /** What it holds now and at most: bytes of answers, and changes of problems. */
  readonly memory: {
    readonly bytes: number;
    readonly limit: number;
    readonly changes: number;
    readonly mostChanges: number;
  };
  /** What was known at that moment, of what a screen is interested in. Rejects with a message for people. */
  at(moment: number, interest: Interest): Promise<Moment>;
}

export interface TimeMark {
  /** Unix ms. */
  readonly at: number;
  readonly label: string;
  readonly severity: 'critical' | 'warning' | 'info';
}

export interface ReplayStatus {
  /** Unix ms of the recording: now, its first and its last moment. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly playing: boolean;
  readonly speed: number;
  /** Problems found so far, oldest first, and how far the recording was searched for them, Unix ms. */
  readonly marks: readonly TimeMark[];
  readonly searchedTo: number;
  /** On the way to another moment; the old one is shown until it is there. */
  readonly seeking: boolean;
}

/** The time of a recording, in the hands of who watches it. */
export interface Replay {
  status(): ReplayStatus;
  subscribe(listener: () => void): () => void;
  play(): void;
  pause(): void;
  /** One poll forward (1) or back (-1). */
  step(direction: 1 | -1): void;
  changeSpeed(direction: 1 | -1): void;
  /** To a moment, Unix ms; what lies outside the recording means its nearest end. */
  seek(at: number): void;
}
