import type { Cast } from './cast.ts';
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
  /** Limit of tasks per transcoder, from the settings; null: unlimited. */
  taskLimit: () => number | null;
  /** The same limit at the world's start. */
  usualTaskLimit: number | null;
  /** Outgoing bytes per second of the cluster at the world's start. */
  startOut: number;
  /** Last restart of the cluster, ms after the world's start; -Infinity: never. */
  epoch: number;
}
