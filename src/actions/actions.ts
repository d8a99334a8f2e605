import type { Monitor } from '../polling/monitor.ts';
import type { Mutations } from './mutations.ts';

/** What the keyboard can do to the cluster that is watched. */
export interface Actions {
  readonly monitor: Monitor;
  /** Undefined where nothing can be written: a recording is being shown. */
  readonly mutations?: Mutations | undefined;
  readonly acknowledgements: {
    /** `until` is Unix ms; without it the acknowledgement holds until the problem clears. */
    acknowledge(key: string, note: string, until?: number): void;
    unacknowledge(key: string): void;
    /** Planned work on an object until then (Unix ms); without it the work ends now. */
    plan(object: string, until: number | undefined, note: string): void;
  };
}
