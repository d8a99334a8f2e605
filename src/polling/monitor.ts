import type { ApplicationQuery, StreamQuery } from '../cluster/state.ts';
import type { LookBack } from './look-back.ts';

/** What the user looks at; beyond the fixed resources only that is polled. */
export interface Interest {
  /** Topology every 2 s instead of 10 s. */
  readonly servers: boolean;
  /** The visible window of the stream list, as absolute indexes of the server's order, [from, to). */
  readonly streams?: { readonly query: StreamQuery; readonly from: number; readonly to: number } | undefined;
  readonly applications?:
    | { readonly query: ApplicationQuery; readonly from: number; readonly to: number }
    | undefined;
  readonly watchedStreams: readonly string[];
  readonly watchedApplications: readonly string[];
  readonly viewers: readonly string[];
}

export const noInterest: Interest = {
  servers: false,
  watchedStreams: [],
  watchedApplications: [],
  viewers: [],
};

/** All pollers of one cluster together. */
export interface Monitor {
  start(): void;
  /** Aborts what is under way and ends all timers; nothing is written to the store afterwards. */
  stop(): void;
  setInterest(interest: Interest): void;
  /** Asks for everything of interest now (key `r`); never two requests of one resource at once. */
  refresh(): void;
  /** Scales every interval: 2 polls half as often. Bounded to 0.5 … 32. */
  setPace(factor: number): void;
  readonly pace: number;
  /** While the program is suspended (Ctrl-Z) nothing is polled. */
  pause(): void;
  resume(): void;
  /** Reads the journal back beside what is followed. */
  readonly lookBack: LookBack;
}
