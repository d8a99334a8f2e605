import type { StreamPeriod } from '../history/availability.ts';
import type { Usual } from '../history/baseline.ts';

/** A series out of the stored history. */
export interface StoredWindow {
  /** Means over equal parts of the time that was asked for, oldest first; null where nothing was measured. */
  readonly values: readonly (number | null)[];
  /** The coarsest figures among them are means over so many ms; undefined where none is. */
  readonly resolution: number | undefined;
}

/**
 * What is read of the stored history to be drawn: series, under the keys of the live one (`cluster/history.ts`), and
 * sessions. It is read in turns with keys and frames: what is not read yet is undefined, and is there when the screen is
 * drawn again. Times are Unix ms.
 */
export interface StoredReads {
  /** `buckets` means over (from, to]. */
  window(key: string, from: number, to: number, buckets: number): StoredWindow | undefined;
  /** What is usual at this hour of the week; undefined also where nothing is known. */
  usual(key: string, at: number): Usual | undefined;
  /** What each stream did in the `span` ms before `to`; as it was some minutes ago while it is read again. */
  streamPeriods(span: number, to: number): readonly StreamPeriod[] | undefined;
  /** Something that was asked for is being read. */
  readonly reading: boolean;
}

/** What screens may ask of the stored history of the cluster that is watched. */
export interface HistoryAccess {
  readonly reads: StoredReads;
}
