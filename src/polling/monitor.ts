import type { ApplicationQuery, StreamQuery } from '../cluster/state.ts';
import type { LookBack } from './look-back.ts';

/** What the user looks at: only that is polled, besides the fixed resources. */
export interface Interest {
  /** Topology every 2 s instead of 10 s. */
  readonly servers: boolean;
  /** The visible window of the stream list, as absolute indices in the server's order, [from, to). */
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
  /** Aborts running polls and removes all timers; nothing is written to the store afterwards. */
  stop(): void;
  setInterest(interest: Interest): void;
  /** Polls everything of interest now (key `r`); never two requests of one resource at once. */
  refresh(): void;
  /** Reads the next page of the list of streams for triage now. */
  sweep(): void;
  /** Scales every interval: with 2, polls are half as frequent. Limited to 0.5 … 32. */
  setPace(factor: number): void;
  readonly pace: number;
  /** Stops polling while the program is suspended (Ctrl-Z). */
  pause(): void;
  resume(): void;
  /** Reads older journal entries beside the followed ones. */
  readonly lookBack: LookBack;
}
