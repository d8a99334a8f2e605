import { shownCount } from '../base/format.ts';

/**
 * What the facts of several kinds of problems are made of. Figures keep the digits that are shown and no more, so that
 * a problem changes only where its words do.
 */

/** How many there are, and the names of the first of them. */
export interface Named {
  readonly count: number;
  readonly first: readonly string[];
}

/** Names that a sentence has room for. */
const MOST_NAMED = 3;

export function named(names: readonly string[], most = MOST_NAMED): Named {
  return { count: names.length, first: names.slice(0, most) };
}

/** The same; undefined where there is none. */
export function namedOrNone(names: readonly string[]): Named | undefined {
  return names.length === 0 ? undefined : named(names);
}

/** A figure on its way to its limit. */
export interface ClimbFacts {
  /** Percent of the limit a minute. */
  readonly perMinute: number;
  /** Percent of the limit at which it counts as full. */
  readonly full: number;
  /** Ms until then; 0 is less than a minute. */
  readonly left: number;
}

/** Bytes per second, and what is usual. */
export interface AgainstUsual {
  readonly now: number;
  readonly usual: number;
}

/** Where the publisher of a stream is, as far as the journal and the topology say. */
export interface Publisher {
  readonly address: string;
  readonly server?: string | undefined;
}

/** Entries of the journal that say that viewers were refused: how many, and the newest. */
export interface Refusals {
  readonly count: number;
  readonly text: string;
}

/** Viewers who do not grow any more while the journal refuses some. */
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
    /** What came back of it; undefined: nothing did. */
    readonly back?: number | undefined;
  }[];
  /** Ms. */
  readonly within: number;
}

/** What servers that vanished carried. */
export interface Carried {
  readonly viewers: number;
  readonly streams: number;
  readonly isManager: boolean;
}

/** What is back of the streams and viewers of servers that vanished. */
export interface Aftermath {
  readonly streams?:
    | {
        readonly lost: number;
        readonly missing: Named;
        /** No look at the streams since the servers are back. */
        readonly isUnread: boolean;
        /** Viewers of the missing ones. */
        readonly viewers?: number | undefined;
      }
    | undefined;
  readonly viewers?:
    | {
        readonly hit: number;
        readonly back: number;
        /** The totals of the cluster show it. */
        readonly isMeasured: boolean;
      }
    | undefined;
}

/** A rate with the digits that are shown of it: it comes as bytes and is shown as bits a second. */
export function shownRate(bytesPerSecond: number): number {
  return shownCount(bytesPerSecond * 8) / 8;
}

/** What problems are judged by; those of the history's series name theirs. */
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
  /** Applications of a role in a group. */
  | 'applications'
  /** Share of the viewers with bad health. */
  | 'bad viewers'
  /** Share by which two totals differ. */
  | 'difference'
  /** Problems of one kind. */
  | 'problems';

export type Unit = 'percent' | 'count' | 'bytes/s' | 'ms' | 'score' | 'per minute';

/** Of how bad a figure is: what rises gets worse. */
export type Trend = 'rising' | 'falling' | 'steady';

/** The figure that decides, and what it is compared with. */
export interface Measure {
  readonly figure: Figure;
  readonly unit: Unit;
  /** Its key in the history; undefined where none is kept. */
  readonly series?: string | undefined;
  readonly value?: number | undefined;
  readonly normal?: number | undefined;
  /** Null is no limit. */
  readonly limit?: number | null | undefined;
}
