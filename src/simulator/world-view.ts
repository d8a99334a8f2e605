import type { Frame } from './frame.ts';
import type { Model } from './model.ts';

/** The world as its lists use it: its model and its time. */
export interface WorldView {
  readonly model: Model;
  /** Milliseconds since the world's start. */
  readonly elapsed: number;
  /** The world's wall clock, Unix milliseconds. */
  now(): number;
  /** Unix milliseconds of a moment given in milliseconds after the world's start. */
  unix(ms: number): number;
  /** The newest statistics tick. The same object until the next tick. */
  frame(): Frame;
}
