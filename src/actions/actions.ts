import type { Monitor } from '../polling/create-monitor.ts';
import type { Mutations } from './mutations.ts';

/** What the user can change in the watched cluster. */
export interface Actions {
  readonly monitor: Monitor;
  /** Undefined if nothing can be written, as in a recording. */
  readonly mutations?: Mutations | undefined;
  /** Acknowledgements and planned work. */
  readonly triage: {
    /** `until` is Unix ms; without it the acknowledgement holds until the problem clears. */
    acknowledge(key: string, note: string, until?: number): void;
    unacknowledge(key: string): void;
    /** Announces work on an object until `until` (Unix ms); without it the work ends now. */
    plan(object: string, until: number | undefined, note: string): number | undefined;
  };
}
