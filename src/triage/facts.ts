/**
 * Types that the facts of several kinds of problem share. Figures are rounded to the digits that are shown, so that
 * a problem changes only if its text does.
 */

/** The number of objects, and the names of the first ones. */
export interface Named {
  readonly count: number;
  readonly first: readonly string[];
}

/** Most names in a sentence. */
const MOST_NAMED = 3;

export function named(names: readonly string[], most = MOST_NAMED): Named {
  return { count: names.length, first: names.slice(0, most) };
}

/** The same; undefined if there are no names. */
export function namedOrNone(names: readonly string[]): Named | undefined {
  return names.length === 0 ? undefined : named(names);
}

/** A figure that rises towards its limit. */
export interface ClimbFacts {
  /** Percent of the limit per minute. */
  readonly perMinute: number;
  /** Percent of the limit at which it counts as full. */
  readonly full: number;
  /** Time until then, ms; 0 means less than a minute. */
  readonly left: number;
}

/** Bytes per second, now and usual. */
export interface AgainstUsual {
  readonly now: number;
  readonly usual: number;
}

/** Location of a stream's publisher, if the journal and the topology tell it. */
export interface Publisher {
  readonly address: string;
  readonly server?: string | undefined;
}

/** Journal entries about refused viewers: their number, and the newest one. */
export interface Refusals {
  readonly count: number;
  readonly text: string;
}

/** The number of viewers no longer grows while the journal reports refused viewers. */
export interface Standstill {
  readonly viewers: number;
  readonly refusals: Refusals;
}

/** Totals that fell within seconds. */
export interface LossFacts {
  readonly fallen: readonly {
    /** `out` is bytes per second. */
    readonly measure: 'viewers' | 'streams' | 'out';
    readonly before: number;
    readonly lost: number;
    /** How much of it came back; undefined: nothing. */
    readonly back?: number | undefined;
  }[];
  /** Ms. */
  readonly within: number;
}

/** What the servers that vanished carried. */
export interface Carried {
  readonly viewers: number;
  readonly streams: number;
  readonly isManager: boolean;
}

/** How many of the streams and viewers of vanished servers are back. */
export interface Aftermath {
  readonly streams?:
    | {
        readonly lost: number;
        readonly missing: Named;
        /** The streams were not read since the servers are back. */
        readonly isUnread: boolean;
        /** Viewers of the missing streams. */
        readonly viewers?: number | undefined;
      }
    | undefined;
  readonly viewers?:
    | {
        readonly hit: number;
        readonly back: number;
        /** Measured from the totals of the cluster. */
        readonly isMeasured: boolean;
      }
    | undefined;
}

/** The figures that problems are judged by. Those with a series in the history have its name. */
export type Figure =
  | 'cpu'
  | 'mem'
  | 'in'
  | 'out'
  | 'viewers'
  | 'streams'
  | 'transcode'
  | 'health'
  | 'latency'
  | 'entries'
  /** Entries that match a pattern. */
  | 'matches'
  /** Restarts of one stream. */
  | 'restarts'
  /** Applications of one role in a group. */
  | 'applications'
  /** Share of the viewers with bad health. */
  | 'bad viewers'
  /** Share by which two totals differ. */
  | 'difference'
  /** Problems of one kind. */
  | 'problems';

export type Unit = 'percent' | 'count' | 'bytes/s' | 'ms' | 'score' | 'per minute';

/** The trend of how bad a figure is: rising means worse. */
export type Trend = 'rising' | 'falling' | 'steady';

/** The deciding figure, and what it is compared with. */
export interface Measure {
  readonly figure: Figure;
  readonly unit: Unit;
  /** Key of its series in the history; undefined if there is none. */
  readonly series?: string | undefined;
  readonly value?: number | undefined;
  readonly normal?: number | undefined;
  /** Null means unlimited. */
  readonly limit?: number | null | undefined;
}
