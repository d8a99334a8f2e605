import type { ApplicationQuery, StreamQuery } from '../cluster/state.ts';
import type { ListWindow } from './poll-list.ts';

/** What the user looks at: only that is polled, besides the fixed resources. */
export interface Interest {
  /** Topology every 2 s instead of 10 s. */
  readonly servers: boolean;
  /** The visible windows of the lists. */
  readonly streams?: ListWindow<StreamQuery> | undefined;
  readonly applications?: ListWindow<ApplicationQuery> | undefined;
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
