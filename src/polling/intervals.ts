import { SWEEP_INTERVAL } from './poll-sweep.ts';

/** How often each resource is polled at pace 1, ms. */
export interface Intervals {
  readonly dashboard: number;
  readonly journal: number;
  /** While the dashboard's own topology is enough. */
  readonly topology: number;
  /** While Servers is open. */
  readonly topologyOpen: number;
  readonly streams: number;
  readonly applications: number;
  /** Watched streams and applications, looked-up viewers. */
  readonly watched: number;
  readonly sweep: number;
}

export const defaultIntervals: Intervals = {
  dashboard: 2_000,
  journal: 2_000,
  topology: 10_000,
  topologyOpen: 2_000,
  streams: 3_000,
  applications: 5_000,
  watched: 3_000,
  sweep: SWEEP_INTERVAL,
};
