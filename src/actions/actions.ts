import type { Monitor } from '../polling/monitor.ts';
import type { Mutations } from './mutations.ts';

/** What the keyboard can do to the cluster. */
export interface Actions {
  readonly monitor: Monitor;
  /** Undefined where nothing can be written: a recording is being shown. */
  readonly mutations?: Mutations | undefined;
}
