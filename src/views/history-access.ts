import type { Usual } from '../history/baseline.ts';

/** A series out of the stored history. */
export interface StoredWindow {
  /** Means over equal parts of the time that was asked for, oldest first; null where nothing was measured. */
  readonly values: readonly (number | null)[];
  /** The coarsest figures among them are means over so many ms; undefined where none is. */
  readonly resolution: number | undefined;
}

/**
 * Series of the stored history for charts, under the keys of the live one (`cluster/history.ts`). They are read in turns
 * with keys and frames: what is not read yet is undefined, and is there when the screen is drawn again.
 */
export interface StoredCharts {
  /** `buckets` means over (from, to], Unix ms. */
  window(key: string, from: number, to: number, buckets: number): StoredWindow | undefined;
  /** What is usual at this hour of the week; undefined also where nothing is known. */
  usual(key: string, at: number): Usual | undefined;
  /** Something that was asked for is being read. */
  readonly reading: boolean;
}

/** What screens may ask of the stored history of the cluster that is watched. */
export interface HistoryAccess {
  readonly charts: StoredCharts;
}
