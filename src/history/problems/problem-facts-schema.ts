import * as z from 'zod';
import { tableKeys } from '../../base/table.ts';
import { limitedMeasures } from '../../protocol/dashboard.ts';
import { countedRoles } from '../../triage/coverage/group-sizes.ts';
import type { KindAndFacts, KindFacts, KindForms, ProblemKind } from '../../triage/problem.ts';

/** The facts of every kind of problem, as the history stores them and as `snapshot` and `check` write them. */

const text = z.string();
const number = z.number();
const times = number.int();

const named = z.object({ count: times, first: z.array(text) });
/** Percent of the limit per minute, percent at which it counts as full, time until then in ms. */
const climb = z.object({ perMinute: number, full: number, left: number }).optional();
const publisher = z.object({ address: text, server: text.optional() }).optional();
const refusals = z.object({ count: times, text });
const standstill = z.object({ viewers: number, refusals });
const measure = z.enum(limitedMeasures);
const viewersOrStreams = z.enum(['viewers', 'streams']);
const side = z.enum(['ingest', 'delivery']);
const streamKind = z.enum([
  'stream-flap',
  'stream-zombie',
  'ingest-bitrate',
  'ingest-swings',
  'stream-unhealthy',
]);
const againstUsual = { now: number, usual: number };
const carried = z.object({ viewers: number, streams: number, isManager: z.boolean() });
const aftermath = z.object({
  streams: z
    .object({ lost: times, missing: named, isUnread: z.boolean(), viewers: number.optional() })
    .optional(),
  viewers: z.object({ hit: number, back: number, isMeasured: z.boolean() }).optional(),
});
const wholeFigure = z.enum(['viewers', 'streams', 'in', 'out']);
const loss = z.object({
  fallen: z.array(
    z.object({
      measure: z.enum(['viewers', 'streams', 'out']),
      before: number,
      lost: number,
      back: number.optional(),
    }),
  ),
  within: number,
});
const staleResource = z.object({
  of: z.literal('resource'),
  name: text,
  answered: z.boolean(),
  age: number.optional(),
  error: text.optional(),
});

const factsSchemas: { readonly [K in ProblemKind]: z.ZodType<KindFacts[K]> } = {
  session: z.object({
    status: z.enum(['refused', 'failed', 'waiting', 'logging-in']),
    username: text.optional(),
    message: text.optional(),
  }),
  stale: z.discriminatedUnion('of', [
    staleResource,
    z.object({ of: z.literal('all'), cluster: text, first: staleResource, others: named }),
    z.object({ of: z.literal('unread'), name: text, error: text }),
  ]),
  'topology-doubt': z.object({ doubt: z.enum(['empty', 'mockup']), known: times }),
  manager: z.object({ only: text.optional(), gone: named.optional() }),
  'server-gone': z.discriminatedUnion('of', [
    z.object({
      of: z.literal('server'),
      group: text.optional(),
      missedFor: number.optional(),
      times: times.optional(),
      carried,
      after: aftermath,
      poorer: named.optional(),
    }),
    z.object({ of: z.literal('group'), servers: named, back: times, carried, after: aftermath }),
    z.object({ of: z.literal('many') }),
  ]),
  'sudden-loss': z.object({
    loss,
    group: text.optional(),
    of: viewersOrStreams,
    losers: z.object({ count: times, first: z.array(z.object({ server: text, lost: number })) }),
    ended: named.optional(),
  }),
  loss: z.object({
    of: wholeFigure,
    part: z.enum(['ingest', 'delivery']).optional(),
    lost: number,
    before: number,
    by: z.enum(['server', 'group', 'application', 'type']).optional(),
    losers: z.object({ count: times, first: z.array(z.object({ name: text, lost: number, had: number })) }),
    alike: times.optional(),
    ended: named.optional(),
    movedTo: named.optional(),
  }),
  surge: z.object({
    of: wholeFigure,
    gained: number,
    before: number,
    gainers: z.object({
      count: times,
      first: z.array(z.object({ name: text, gained: number, had: number })),
    }),
    alike: times.optional(),
  }),
  parted: z.object({
    pair: z.enum(['out/viewers', 'out/in', 'in/streams']),
    part: z.enum(['ingest', 'transcode', 'delivery']),
    percent: number,
    first: number.optional(),
    second: number.optional(),
    twins: named.optional(),
  }),
  'server-hot': z.object({
    measures: z.array(
      z.object({
        figure: z.enum(['cpu', 'mem', 'in', 'out']),
        used: number,
        usage: number.optional(),
        cap: number.optional(),
        climb,
      }),
    ),
  }),
  'group-short': z.object({
    role: z.enum(countedRoles),
    has: times,
    wanted: number,
    gone: named.optional(),
  }),
  'limit-changed': z.object({
    measure,
    level: z.enum(['cluster', 'group', 'server', 'application']),
    object: text,
    value: number.optional(),
    limit: number.nullable(),
    before: number.nullable(),
    used: number.optional(),
    climb,
    poorer: named.optional(),
    standstill: standstill.optional(),
    sharing: z.object({ viewers: number, refusals: refusals.optional() }).optional(),
  }),
  plateau: z.object({ measure, group: text.optional(), used: number, standstill }),
  limit: z.object({
    measure: z.enum(['viewers', 'streams', 'in', 'out']),
    group: text.optional(),
    value: number,
    limit: number,
    used: number.optional(),
    climb,
  }),
  'application-limit': z.object({
    server: text,
    measure: viewersOrStreams,
    used: number,
    value: number,
    cap: number,
    climb,
  }),
  transcoders: z.object({
    group: text.optional(),
    value: number,
    limit: number,
    used: number,
    climb,
    streams: z.object({ total: number, transcoded: number }).optional(),
  }),
  'edge-delivery': z.object({ viewers: number, out: number }),
  'stream-flap': z.object({
    applications: named.optional(),
    times,
    within: number,
    lastAgo: number,
    publisher,
  }),
  'stream-zombie': z.object({ viewers: number.optional(), stillFor: number, publisher }),
  'ingest-swings': z.object({ times, within: number, by: number, usual: number, publisher }),
  'ingest-bitrate': z.object({ ...againstUsual, mean: number.optional(), publisher }),
  'stream-unhealthy': z.object({
    silent: z.enum(['no data', 'no bytes in', 'no bytes out']).optional(),
    score: number.optional(),
    grade: text.optional(),
    atRisk: number.optional(),
    viewers: number,
    copiesFine: z.boolean().optional(),
    publisher,
  }),
  health: z.object({
    share: number,
    bad: number,
    graded: number,
    streamShare: number.optional(),
    side: side.optional(),
  }),
  link: z.discriminatedUnion('fault', [
    z.object({ fault: z.literal('lost'), manager: text.optional(), state: text.optional() }),
    z.object({ fault: z.literal('stalled'), manager: text.optional(), polls: times }),
    z.object({
      fault: z.literal('slow'),
      manager: text.optional(),
      latency: number,
      slowFrom: number,
    }),
  ]),
  reconnect: z.object({ times }),
  restart: z.discriminatedUnion('of', [
    z.object({
      of: z.literal('object'),
      event: text,
      loss: loss.optional(),
      back: named.optional(),
      missing: named.optional(),
    }),
    z.object({ of: z.literal('journal'), event: text }),
  ]),
  'unusual-load': z.object({
    measure: viewersOrStreams,
    percent: number,
    against: z.enum(['the last hour', 'this hour of other weeks']),
    now: number,
    usual: number,
  }),
  'journal-failures': z.object({
    text,
    count: number,
    objects: named,
    part: z.literal('ingest').optional(),
  }),
  'journal-storm': z.object({ perMinute: number, usual: number.optional() }),
  'journal-pattern': z.object({ title: text, count: number, text }),
  'slow-pattern': z.object({ title: text }),
  totals: z.union([
    z.object({
      of: z.enum([...limitedMeasures, 'bad streams']),
      by: z.enum(['list', 'groups', 'servers']),
      listed: number,
      counted: number,
      apart: number,
    }),
    z.object({ standing: z.enum(['figures', 'time']) }),
    z.object({ standing: z.literal('journal'), longest: number }),
  ]),
  streams: z.object({ counts: z.array(z.object({ kind: streamKind, count: times })), known: times }),
  range: z.object({ label: text, value: number, unit: text, range: text }),
  missing: z.object({ object: z.enum(['server', 'stream', 'application']) }),
  worded: z.object({ rule: text, title: text, sentence: text }),
};

const formSchemas: { readonly [K in keyof KindForms]: z.ZodType<KindForms[K]> } = {
  session: z.enum(['refused', 'failing']),
  'topology-doubt': z.enum(['empty', 'mockup']),
  manager: z.enum(['none', 'single']),
  limit: z.enum(['near', 'blocked']),
  streams: z.enum([...streamKind.options, 'mixed']),
};

export const problemKinds = tableKeys(factsSchemas);

/** The members of a problem that depend on its kind. */
export function kindShape(kind: ProblemKind) {
  const form: z.ZodType | undefined = formSchemas[kind as keyof KindForms];
  return { kind: z.literal(kind), facts: factsSchemas[kind], ...(form ? { form } : {}) };
}

const [first, ...others] = problemKinds.map((kind) => z.object(kindShape(kind)));

/** A kind with its facts. The tables above check each kind against its type; zod does not infer their union. */
export const kindAndFactsSchema = z.discriminatedUnion('kind', [
  first ?? z.object(kindShape('worded')),
  ...others,
]) as z.ZodType as z.ZodType<KindAndFacts>;
