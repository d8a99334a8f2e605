import type { Spread } from '../cluster/window.ts';
import type { ProblemMark } from '../history/problems/problem-store.ts';
import type { Capacity } from '../history/report/capacity.ts';
import type { Handover } from '../history/report/handover.ts';
import type { Usual } from '../history/samples/baseline.ts';
import type { SessionPeriods } from '../history/sessions/availability.ts';

/** A series from the stored history, over equal parts of the requested time. */
export interface StoredWindow extends Spread {
  /** The coarsest resolution among the values, ms; undefined if there are none. */
  readonly resolution: number | undefined;
  /** The oldest values come from Prometheus. */
  readonly isRemote?: true | undefined;
}

/**
 * The stored history for screens: series, with the same keys as in memory (`cluster/history.ts`), and sessions. It
 * is read in small steps between keys and frames. A value that is not read yet is undefined, and the screen is
 * drawn again once it is there. Times are Unix ms.
 */
export interface StoredReads {
  /**
   * Means, least and most of (from, to] in this many parts. While a window is read that begins a few parts later than
   * the one before it, the result is the one before it, moved; its newest parts are then gaps.
   */
  window(key: string, from: number, to: number, buckets: number): StoredWindow | undefined;
  /** The usual value at this hour of the week; undefined also if it is not known. */
  usual(key: string, at: number): Usual | undefined;
  /** Sessions in the `span` ms before `to`. While they are read again, the result is some minutes old. */
  sessionPeriods(span: number, to: number): SessionPeriods | undefined;
  /**
   * Problems that began in the `span` ms before `to`, oldest first; empty while they are read for the first time.
   */
  problems(span: number, to: number): readonly ProblemMark[];
  /** Something that was requested is being read. */
  readonly reading: boolean;
}

export interface HistoryFacts {
  /** Undefined until the file is open. */
  readonly path: string | undefined;
  /** Size in bytes; undefined if there is no file. */
  readonly bytes: number | undefined;
  /** `opening`: not tried yet. `waiting`: another program writes the file. `reading`: another user owns it. */
  readonly writing: 'opening' | 'writing' | 'waiting' | 'reading' | 'failing';
  /** Unix ms. */
  readonly since: number;
  /** The error, if writing fails. */
  readonly message?: string | undefined;
  /** When an earlier file was last lost or put aside, Unix ms, and why. */
  readonly lost?: { readonly at: number; readonly message: string } | undefined;
}

/**
 * For each limit, the date when its daily peak will reach it. On a large cluster this takes seconds. Rejects with a message
 * that can be shown.
 */
export type ReadCapacity = () => Promise<readonly Capacity[]>;

/** What screens may request of the stored history. Promises reject with a message that can be shown. */
export interface HistoryAccess {
  facts(): HistoryFacts;
  /** What happened in (from, to], Unix ms, for somebody who was away. */
  handover(from: number, to: number): Promise<Handover>;
  /** A report about (from, to], Unix ms, for a ticket. */
  report(from: number, to: number): Promise<{ readonly markdown: string; readonly json: string }>;
}
