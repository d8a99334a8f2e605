import * as z from 'zod';
import { tableKeys } from '../base/table.ts';

/**
 * What the facts of several kinds of problem share, as it is stored and written; the types are inferred. Figures are
 * rounded to the digits that are shown, so that a problem changes only if its text does.
 */

type DeepReadonly<T> = { readonly [K in keyof T]: DeepReadonly<T[K]> };
export type Inferred<T extends z.ZodType> = DeepReadonly<z.infer<T>>;

export const text = z.string();
export const number = z.number();
export const times = number.int();
/** A time that a `Date` can represent, Unix ms. */
export const moment = number.min(-8.64e15).max(8.64e15);

/** The number of objects, and the first ones. */
export const countAndFirst = <T extends z.ZodType>(one: T) => z.object({ count: times, first: z.array(one) });

/** The same with only their names. */
export const names = countAndFirst(text);
export type Named = Inferred<typeof names>;

/** Most names in a sentence. */
const MOST_NAMED = 3;

export function named(all: readonly string[], most = MOST_NAMED): Named {
  return { count: all.length, first: all.slice(0, most) };
}

/** The same; undefined if there are no names. */
export function namedOrNone(all: readonly string[]): Named | undefined {
  return all.length === 0 ? undefined : named(all);
}

/** A figure that rises towards its limit: how fast, at which value it counts as full, and the time until then. */
export const climb = z.object({ perMinute: number, full: number, left: number });
export type ClimbFacts = Inferred<typeof climb>;

export const againstUsual = z.object({ now: number, usual: number });
export type AgainstUsual = Inferred<typeof againstUsual>;

/** Location of a stream's publisher, if the journal and the topology tell it. */
export const publisher = z.object({ address: text, server: text.optional() });
export type Publisher = Inferred<typeof publisher>;

/** Journal entries about refused viewers: their number, and the newest one. */
export const refusals = z.object({ count: times, text });

/** The number of viewers no longer grows while the journal reports refused viewers. */
export const standstill = z.object({ viewers: number, refusals });
export type Standstill = Inferred<typeof standstill>;

/** What the servers that vanished carried. */
export const carried = z.object({ viewers: number, streams: number, isManager: z.boolean() });
export type Carried = Inferred<typeof carried>;

/** How many of the streams and viewers of vanished servers are back. */
export const aftermath = z.object({
  streams: z
    .object({
      lost: times,
      missing: names,
      /** The streams were not read since the servers are back. */
      isUnread: z.boolean(),
      /** Viewers of the missing streams. */
      viewers: number.optional(),
    })
    .optional(),
  viewers: z
    .object({
      hit: number,
      back: number,
      /** Measured from the totals of the cluster. */
      isMeasured: z.boolean(),
    })
    .optional(),
});
export type Aftermath = Inferred<typeof aftermath>;

/** A resource whose newest answer is late, or was never there. */
export const staleResource = z.object({
  of: z.literal('resource'),
  name: text,
  /** It was read at least once. */
  answered: z.boolean(),
  /** Set if the data is old and not only late. */
  age: number.optional(),
  error: text.optional(),
});

/** Kinds of problem about one stream. Several on one server or application become one row. */
export const streamKind = z.enum(['stream-flap', 'stream-zombie', 'ingest-bitrate', 'stream-unhealthy']);
export type StreamKind = z.infer<typeof streamKind>;

/** The figures that problems are judged by, and their units. Those with a series in the history have its name. */
export const unitOf = {
  cpu: 'percent',
  mem: 'percent',
  in: 'bytes/s',
  out: 'bytes/s',
  viewers: 'count',
  streams: 'count',
  transcode: 'count',
  health: 'score',
  latency: 'ms',
  entries: 'per minute',
  /** Entries that match a pattern. */
  matches: 'count',
  /** Restarts of one stream. */
  restarts: 'count',
  /** Applications of one role in a group. */
  applications: 'count',
  /** Share of the viewers with bad health. */
  'bad viewers': 'percent',
  /** Share by which two totals differ. */
  difference: 'percent',
  /** Problems of one kind. */
  problems: 'count',
} as const;

/** The deciding figure, and what it is compared with. */
export const measure = z.object({
  figure: z.enum(tableKeys(unitOf)),
  unit: z.enum(['percent', 'count', 'bytes/s', 'ms', 'score', 'per minute']),
  /** Key of its series in the history; undefined if there is none. */
  series: text.optional(),
  value: number.optional(),
  normal: number.optional(),
  /** Null means unlimited. */
  limit: number.nullable().optional(),
});
export type Measure = Inferred<typeof measure>;
export type Figure = Measure['figure'];
export type Unit = Measure['unit'];

/** The trend of how bad a figure is: rising means worse. */
export const trend = z.enum(['rising', 'falling', 'steady']);
export type Trend = z.infer<typeof trend>;

/**
 * The affected part: a part of the media path from publisher to viewer, or something outside that path: the control
 * plane (managers, links, the session), limits, `data` (only what castwatch can see), or only the journal.
 */
export const hitPart = z.enum([
  'ingest',
  'transcode',
  'delivery',
  'control plane',
  'limits',
  'data',
  'journal',
]);
export type HitPart = z.infer<typeof hitPart>;
