import type { ProblemMark } from '../history/problems/problem-store.ts';
import type { Capacity } from '../history/report/capacity.ts';
import type { Usual } from '../history/samples/baseline.ts';
import type { SessionPeriods } from '../history/sessions/availability.ts';

/** A series out of the stored history. */
export interface StoredWindow {
  /** Means over equal parts of the time that was asked for, oldest first; null where nothing was measured. */
  readonly values: readonly (number | null)[];
  /** The coarsest figures among them are means over so many ms; undefined where none is. */
  readonly resolution: number | undefined;
}

/**
 * The stored history as the screens draw it: series, under the keys of the live one (`cluster/history.ts`), and
 * sessions. It is read in small steps between keys and frames: what is not read yet is undefined, and the screen is
 * drawn again when it is there. Times are Unix ms.
 */
export interface StoredReads {
  /** `buckets` means over (from, to]. */
  window(key: string, from: number, to: number, buckets: number): StoredWindow | undefined;
  /** The usual value at this hour of the week; undefined also where nothing is known. */
  usual(key: string, at: number): Usual | undefined;
  /** What was published in the `span` ms before `to`; as it was some minutes ago while it is read again. */
  sessionPeriods(span: number, to: number): SessionPeriods | undefined;
  /** Problems that were raised in the `span` ms before `to`, oldest first; none while they are read for the first time. */
  problems(span: number, to: number): readonly ProblemMark[];
  /** Something that was asked for is being read. */
  readonly reading: boolean;
}

/** The file of the history, and what happens to it. */
export interface HistoryFacts {
  /** Undefined until the file is open. */
  readonly path: string | undefined;
  /** Bytes on the disk; undefined where there is no file. */
  readonly bytes: number | undefined;
  /** `opening`: not tried yet. `waiting`: another program writes it. */
  readonly writing: 'opening' | 'upgrading' | 'writing' | 'waiting' | 'failing';
  /** Unix ms. */
  readonly since: number;
  /** How much of an old file is brought up to date, 0 to 1. */
  readonly upgraded?: number | undefined;
  /** Why it fails. */
  readonly message?: string | undefined;
  /** The last time that an earlier file was lost or put aside, Unix ms, and why. */
  readonly lost?: { readonly at: number; readonly message: string } | undefined;
}

/** What screens may ask of the stored history of the cluster that is watched. Rejects with a message for people. */
export interface HistoryAccess {
  readonly reads: StoredReads;
  facts(): HistoryFacts;
  /** For each limit when its daily peak reaches it. On a large cluster that takes seconds. */
  capacity(): Promise<readonly Capacity[]>;
  /** What happened in (from, to], Unix ms, for a ticket. */
  report(from: number, to: number): Promise<{ readonly markdown: string; readonly json: string }>;
}
