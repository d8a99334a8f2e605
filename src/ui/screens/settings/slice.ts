import type { WrittenSlice } from '../written.ts';

export interface SettingsSlice extends WrittenSlice {
  /** Index of the selected setting, 0 to 3. */
  readonly index: number;
  /** A read is running. */
  readonly reading: boolean;
}

export const settingsStart: SettingsSlice = { index: 0, reading: false, written: undefined };
