import * as z from 'zod';
import { limitedMeasures } from '../protocol/dashboard.ts';
import { countedRoles } from './coverage/group-sizes.ts';
import {
  aftermath,
  againstUsual,
  carried,
  climb,
  countAndFirst,
  type HitPart,
  names,
  number,
  publisher,
  refusals,
  staleResource,
  standstill,
  streamKind,
  text,
  times,
} from './facts.ts';
import { wholeFigures } from './memory/total-series.ts';

/** What a problem hits: a fixed part, or that of its measure, or that of its servers. */
type Parts = readonly (HitPart | 'of its facts' | 'of its measure' | 'of its servers')[];

/**
 * A kind of problem.
 * - `rank`: of two problems of one incident, the one with the smaller number is the cause: it can explain the other, not the reverse.
 * - `facts`: numbers, names, and text of servers, as the history stores them and as `snapshot` and `check` write them. Times are
 *   in ms, rates in bytes per second, shares in percent.
 */
const kindOf = <F extends z.ZodType>(rank: number, part: Parts, facts: F) => ({ rank, part, facts });

const kind = <S extends z.ZodRawShape>(rank: number, part: Parts, shape: S) =>
  kindOf(rank, part, z.object(shape));

/** With the cases that select one of several titles. A problem keeps its first case. */
const withForm = <F extends z.ZodType, K>(form: F, kind: K) => ({ ...kind, form });

/** `manager`: name of the cluster manager at the other end. `server`: where several run the application, the one at this end. */
const linkEnds = { manager: text.optional(), server: text.optional() };

/** Each kind of problem is one row; types, stored form and JSON of its facts are inferred. */
export const kinds = {
  session: withForm(
    z.enum(['refused', 'failing']),
    kind(0, ['control plane'], {
      status: z.enum(['refused', 'failed', 'waiting', 'logging-in']),
      username: text.optional(),
      message: text.optional(),
    }),
  ),
  stale: kindOf(
    0,
    ['data'],
    z.discriminatedUnion('of', [
      staleResource,
      /** Several or all resources; the first of them is this one. */
      z.object({ of: z.literal('all'), cluster: text, first: staleResource, others: names }),
      /** None of a few readings could read it. */
      z.object({ of: z.literal('unread'), name: text, error: text }),
    ]),
  ),
  /** `known`: number of servers before. */
  'topology-doubt': withForm(
    z.enum(['empty', 'mockup']),
    kind(1, ['of its servers'], { doubt: z.enum(['empty', 'mockup']), known: times }),
  ),
  /** `only`: the only remaining server. */
  manager: withForm(
    z.enum(['none', 'single']),
    kind(1, ['of its servers', 'control plane'], { only: text.optional(), gone: names.optional() }),
  ),
  'server-gone': kindOf(
    2,
    ['of its servers'],
    z.discriminatedUnion('of', [
      z.object({
        of: z.literal('server'),
        group: text.optional(),
        /** For a server that is back: how long it was away. */
        missedFor: number.optional(),
        /** How often it vanished in a row, if more than once. */
        times: times.optional(),
        carried,
        after: aftermath,
        /** Streams that have fewer renditions without it. */
        poorer: names.optional(),
      }),
      /** `back`: how many of the servers are back; `times`: how often one vanished in a row, if more than once. */
      z.object({
        of: z.literal('group'),
        servers: names,
        back: times,
        times: times.optional(),
        carried,
        after: aftermath,
      }),
      /** Several such outages. */
      z.object({ of: z.literal('many') }),
    ]),
  ),
  /** Lost viewers, streams or bytes per second, sudden or gradual, and where they were. */
  loss: kind(5, ['of its facts'], {
    of: z.enum(wholeFigures),
    /** The part of the media path that lost them; undefined if unknown. */
    part: z.enum(['ingest', 'delivery']).optional(),
    lost: number,
    /** The usual number in the whole cluster. */
    before: number,
    /** What the objects with losses have in common; undefined if all lost the same share. */
    by: z.enum(['server', 'group', 'application', 'type', 'stream']).optional(),
    losers: countAndFirst(z.object({ name: text, lost: number, had: number })),
    /** Number of servers in the whole cluster, if all lost the same share. */
    alike: times.optional(),
    /** Streams that ended. */
    ended: names.optional(),
    /** Servers to which the viewers moved: they are not lost. */
    movedTo: names.optional(),
  }),
  /** Far more viewers, streams or bytes per second than usual within minutes: an attack, or an event. */
  surge: kind(5, ['of its servers'], {
    of: z.enum(wholeFigures),
    gained: number,
    /** What was usual in the whole cluster. */
    before: number,
    /** Servers or groups with most of the gain, else the stream. */
    gainers: countAndFirst(z.object({ name: text, gained: number, had: number })),
    /** Number of servers in the whole cluster, if all gained the same share. */
    alike: times.optional(),
  }),
  /** Two figures that usually move together no longer do: the output of a part no longer follows its input. */
  parted: kind(4, ['of its facts'], {
    /** The pair whose quotient fell: outgoing bytes per viewer, incoming bytes per stream … */
    pair: z.enum(['out/viewers', 'out/in', 'in/streams']),
    part: z.enum(['ingest', 'transcode', 'delivery']),
    /** Change of the quotient against the usual one; negative. */
    percent: number,
    /** Change of each of the two figures in percent, if known. */
    first: number.optional(),
    second: number.optional(),
    /** Streams that get less, and all. */
    streams: z.object({ less: number, all: number }).optional(),
    /** Similar places in the same group without a change. */
    twins: names.optional(),
  }),
  'server-hot': kind(6, ['of its servers'], {
    /** Worst first. */
    measures: z.array(
      z.object({
        figure: z.enum(['cpu', 'mem', 'in', 'out']),
        used: number,
        /** For traffic. */
        usage: number.optional(),
        cap: number.optional(),
        climb: climb.optional(),
      }),
    ),
  }),
  /** `gone`: missing servers of the group. */
  'group-short': kind(6, ['of its servers'], {
    role: z.enum(countedRoles),
    has: times,
    wanted: number,
    gone: names.optional(),
  }),
  'limit-changed': kind(1, ['of its measure', 'limits'], {
    measure: z.enum(limitedMeasures),
    level: z.enum(['cluster', 'group', 'server', 'application']),
    object: text,
    /** The value in use before the change. */
    value: number.optional(),
    /** Null: unlimited. */
    limit: number.nullable(),
    before: number.nullable(),
    /** Percent of the new limit. */
    used: number.optional(),
    climb: climb.optional(),
    /** Streams that lost renditions at the same time. */
    poorer: names.optional(),
    standstill: standstill.optional(),
    sharing: z.object({ viewers: number, refusals: refusals.optional() }).optional(),
  }),
  /** Of the cluster, of a group, or of an application on a server. */
  limit: withForm(
    z.enum(['near', 'blocked']),
    kind(6, ['of its measure', 'limits'], {
      measure: z.enum(limitedMeasures),
      group: text.optional(),
      server: text.optional(),
      value: number,
      /** 0 means that nothing is allowed. */
      limit: number,
      used: number.optional(),
      climb: climb.optional(),
      /** Viewers are refused. */
      standstill: standstill.optional(),
      /** How many streams are transcoded. */
      streams: z.object({ total: number, transcoded: number }).optional(),
    }),
  ),
  /** `out`: all outgoing traffic, almost zero. */
  'edge-delivery': kind(5, ['delivery'], { viewers: number, out: number }),
  'stream-flap': kind(5, ['ingest'], {
    applications: names.optional(),
    times,
    within: number,
    /** Time since the last restart in whole minutes, so that it does not change all the time. */
    lastAgo: number,
    publisher: publisher.optional(),
  }),
  /** `stillFor`: time without a byte. */
  'stream-zombie': kind(7, ['ingest'], {
    viewers: number.optional(),
    stillFor: number,
    publisher: publisher.optional(),
  }),
  /** `mean`: set if the usual rate is the mean since publishing: how long ago that was. */
  'ingest-bitrate': kindOf(
    7,
    ['ingest'],
    againstUsual.extend({
      mean: number.optional(),
      /** It fell so often, by more than so many percent of the usual. */
      swings: z.object({ times, within: number, by: number }).optional(),
      publisher: publisher.optional(),
    }),
  ),
  'stream-unhealthy': kind(7, ['of its servers'], {
    /** It has viewers, but nothing is known of it, or no bytes come in or go out. */
    silent: z.enum(['no data', 'no bytes in', 'no bytes out']).optional(),
    /** 0 to 100. */
    score: number.optional(),
    grade: text.optional(),
    atRisk: number.optional(),
    viewers: number,
    /** It has copies on other applications that are healthy, so its delivery is at fault. */
    copiesFine: z.boolean().optional(),
    publisher: publisher.optional(),
  }),
  health: kind(9, ['of its servers'], {
    share: number,
    bad: number,
    graded: number,
    streamShare: number.optional(),
    side: z.enum(['ingest', 'delivery']).optional(),
    /** The application or server of nearly all sick streams. */
    of: text.optional(),
  }),
  link: kindOf(
    3,
    ['control plane'],
    z.discriminatedUnion('fault', [
      z.object({ ...linkEnds, fault: z.literal('lost'), state: text.optional() }),
      z.object({ ...linkEnds, fault: z.literal('stalled'), polls: times }),
      z.object({ ...linkEnds, fault: z.literal('slow'), latency: number, slowFrom: number }),
    ]),
  ),
  reconnect: kind(3, ['control plane'], { times }),
  /** `event`: what the store noticed. */
  restart: kindOf(
    2,
    ['of its servers'],
    z.discriminatedUnion('of', [
      z.object({
        of: z.literal('object'),
        event: text,
        /** Viewers that were lost with it. */
        loss: z.object({ lost: number, before: number }).optional(),
        /** Streams that were published again, and those that were not. */
        back: names.optional(),
        missing: names.optional(),
      }),
      z.object({ of: z.literal('journal'), event: text }),
    ]),
  ),
  'unusual-load': kind(9, ['of its servers'], {
    measure: z.enum(['viewers', 'streams']),
    /** Difference; negative means fewer. */
    percent: number,
    now: number,
    usual: number,
  }),
  /** `text` is the newest entry, `objects` are those that the entries are about. */
  'journal-failures': kind(9, ['of its facts'], {
    text,
    count: number,
    objects: names,
    /** Set if streams that have something in common fail. */
    part: z.literal('ingest').optional(),
  }),
  'journal-storm': kind(9, ['journal'], { perMinute: number, usual: number.optional() }),
  /** `title` is the user's title of the pattern; `text` is the newest entry. */
  'journal-pattern': kind(9, ['of its servers'], { title: text, count: number, text }),
  /** Title of a pattern that took too long on an entry and is no longer used. */
  'slow-pattern': kind(9, ['of its servers'], { title: text }),
  totals: kindOf(
    9,
    ['control plane'],
    z.union([
      z.object({
        /** What both count; `bad streams`: those of bad health. */
        of: z.enum([...limitedMeasures, 'bad streams']),
        by: z.enum(['list', 'groups', 'servers']),
        /** The number there, the one in the dashboard, and the difference in percent. */
        listed: number,
        counted: number,
        apart: number,
      }),
      /** `figures`: the totals stand while answers are new; `time`: the answers' time stands while figures move. */
      z.object({ standing: z.enum(['figures', 'time']) }),
      /** The journal has no new line for much longer than its longest pause before. */
      z.object({ standing: z.literal('journal'), longest: number }),
    ]),
  ),
  /** Several streams of one place that have problems; `folded` has the first of them. */
  streams: withForm(
    z.enum([...streamKind.options, 'mixed']),
    kind(7, ['of its servers'], { counts: z.array(z.object({ kind: streamKind, count: times })) }),
  ),
  /** A figure of `check` outside the range given on the command line. */
  range: kind(9, ['of its servers'], { label: text, value: number, unit: text, range: text }),
  /** The object that `check` was asked about does not exist. */
  missing: kind(0, ['of its servers'], { object: z.enum(['server', 'stream', 'application']) }),
};
