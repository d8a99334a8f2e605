import type { WrittenSlice } from '../written.ts';

export interface SettingsSlice extends WrittenSlice {
  /** Row of the four that is selected. */
  readonly index: number;
  /** Being read right now. */
  readonly reading: boolean;
}

export const settingsStart: SettingsSlice = { index: 0, reading: false, written: undefined };
