import type { Monitor } from '../polling/monitor.ts';

/** What the keyboard can do to the cluster. */
export interface Actions {
  readonly monitor: Monitor;
}
