import type { Cast } from './cast.ts';
import type { IncidentTruth } from './incidents/truth.ts';
import type { Layout } from './layout.ts';
import type { Scenario } from './scenarios.ts';
import type { Story } from './story.ts';
import type { StreamTable } from './streams.ts';
import type { Tide } from './traffic.ts';

/** Everything that a frame is computed from. */
export interface Model {
  readonly seed: number;
  readonly scenario: Scenario;
  /** Unix milliseconds of the world's start. */
  readonly startAt: number;
  readonly layout: Layout;
  readonly table: StreamTable;
  readonly tide: Tide;
  readonly story: Story;
  readonly cast: Cast;
  /** Limits of the applications; Infinity: unlimited. */
  readonly inCap: Float64Array;
  readonly outCap: Float64Array;
  readonly viewerCap: Float64Array;
  readonly streamCap: Float64Array;
  /** Streams that the cluster may carry. */
  streamLimit: number;
  /** Tasks that one transcoder may run, out of the settings; null: unlimited. */
  taskLimit: () => number | null;
  /** The same as the world began with. */
  usualTaskLimit: number | null;
  /** What is true of the incident that a seed has drawn; undefined: another story, or none. */
  readonly truth: IncidentTruth | undefined;
  /** Bytes a second that left the cluster at the world's start. */
  startOut: number;
  /** When the cluster last restarted, milliseconds after the world's start; -Infinity: never. */
  epoch: number;
}
