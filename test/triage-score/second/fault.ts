import type { DrawnServers, DrawnStreams, Effect, StoryLine } from '../../../src/simulator/story.ts';
import type { Culprit, FaultPart, TrueFault } from '../../world/incidents/truth.ts';
import type { Dice } from './dice.ts';

/** The parts of the cast that a fault may use. */
export interface Places {
  readonly servers: DrawnServers;
  readonly streams: DrawnStreams;
}

/** What a fault does, and what is true about it. */
export interface Made {
  readonly effects: readonly Effect[];
  readonly servers?: readonly number[];
  readonly streams?: readonly number[];
  readonly culprits: readonly Culprit[];
  readonly parts: readonly FaultPart[];
  /** Default: when the dice say. */
  readonly begins?: number;
  /** Seconds from the beginning to the whole strength. */
  readonly grows: number;
  readonly extent: TrueFault['extent'];
  /** Edges whose viewers are hit, by server. The streams above are hit where it is not given. */
  readonly hitEdges?: readonly number[];
  /** What the journal says of the cause, if anything. */
  readonly cause?: StoryLine;
  /** What it says of the consequences, in any case. */
  readonly follows?: readonly StoryLine[];
}

export type Maker = (dice: Dice, places: Places, taken: readonly number[]) => Made;
