import * as z from 'zod';
import { tableOf } from '../../base/table.ts';
import { byAlwaysName } from '../../cluster/resources.ts';
import { applicationRoles } from '../../protocol/dashboard.ts';
import { kindShape, problemKinds } from '../../triage/kind-facts.ts';
import { applicationColumns } from '../../views/applications/columns.ts';
import type { LoadJson } from '../../views/formats/json-values.ts';
import type { JsonKind } from '../../views/lists/column.ts';
import type { ProblemJson } from '../../views/problems/json.ts';
import { serverColumns } from '../../views/servers/columns.ts';
import { streamColumns } from '../../views/streams/columns.ts';

/**
 * The shape of `castwatch snapshot`, version 2. Members may be added; renaming or removing one, or changing its
 * meaning, needs a new number in `schema`. Everywhere: null means "not known", never 0; shares are 0 to 1 and may
 * be above; times are ISO 8601 in UTC; every other unit is part of the member's name.
 */

const count = z.number().nullable().meta({ id: 'count' });
const word = z.string().nullable().meta({ id: 'word' });
const time = z.iso.datetime().nullable().meta({ id: 'time' });

/** A value with its limit. `unlimited` is null if the server reports no limit member; a limit of 0 blocks. */
const load: z.ZodType<LoadJson> = z
  .strictObject({
    value: count,
    limit: count,
    unlimited: z.boolean().nullable(),
    share: count,
  })
  .meta({ id: 'load' });

const resource = z.strictObject({
  /** Read completely. */
  ok: z.boolean(),
  updatedAt: time,
  /** The server's own clock in its response. */
  serverTime: time,
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** Number of items that could not be read. */
  unreadable: z.number().int(),
});

/** `total` as the server reports it; `truncated`: there are more than `limit`. */
const listResource = resource.extend({
  items: z.number().int(),
  total: count,
  limit: z.number().int(),
  truncated: z.boolean(),
});

const kinds = {
  text: z.string(),
  word,
  words: z.array(z.string()).nullable(),
  count,
  flag: z.boolean().nullable(),
  time,
  load,
  heatCause: z.enum(['cpu', 'mem', 'in', 'out']).nullable(),
  applications: z.array(
    z.strictObject({
      id: word,
      name: z.string(),
      type: word,
      viewers: load,
      streams: load,
      inBytesPerSecond: count,
      outBytesPerSecond: count,
    }),
  ),
} as const satisfies Readonly<Record<JsonKind, z.ZodType>>;

function shapeOf(columns: readonly { readonly json?: { readonly name: string; readonly kind: JsonKind } }[]) {
  const members = columns.flatMap(({ json }) => (json ? [[json.name, kinds[json.kind]]] : []));
  return z.strictObject(Object.fromEntries(members) as Record<string, z.ZodType>);
}

const loads = {
  viewers: load,
  streams: load,
  inBytesPerSecond: load,
  outBytesPerSecond: load,
  transcodeTasks: load,
};

const levels = z.strictObject({ average: count, max: count }).meta({ id: 'levels' });

const healthPart = z.strictObject({ count, share: count });

const subject = z
  .strictObject({
    kind: z.enum([
      'cluster',
      'server',
      'group',
      'stream',
      'application',
      'stream type',
      'journal',
      'resource',
    ]),
    name: z.string(),
    id: word,
    application: word,
  })
  .meta({ id: 'subject' });

/** Viewer-minutes, and the viewers who are lost since then. */
const lost = z.strictObject({ viewerMinutes: z.number(), lost: z.number() });

const problemMembers = {
  key: z.string(),
  /** The rule that found it; differs from the kind only for a row of several streams. */
  rule: z.string(),
  severity: z.enum(['critical', 'warning', 'info']),
  state: z.enum(['standing', 'cleared']),
  subject,
  /** Every object that it is about, its subject first. */
  names: z.array(subject),
  /** The affected parts of the media path, and those outside it. */
  parts: z.array(z.enum(['ingest', 'transcode', 'delivery', 'control plane', 'limits', 'data', 'journal'])),
  /**
   * `exact`: to within a poll. `before`: it was there at the first poll, and began then or earlier. `between`: it
   * began after the last good sample, `from`, and not after `at`.
   */
  since: z.strictObject({ at: time, known: z.enum(['exact', 'before', 'between']), from: time }),
  noticedAt: time,
  /** Since when it is no longer found; it has cleared when that has lasted. */
  clearing: time,
  /** Null while the problem is current. */
  clearedAt: time,
  /** The deciding figure, its usual value, and what it is compared with. */
  measure: z
    .strictObject({
      figure: z.string(),
      unit: z.enum(['percent', 'count', 'bytes/s', 'ms', 'score', 'per minute']),
      value: count,
      normal: count,
      limit: count,
      trend: z.enum(['rising', 'falling', 'steady']),
    })
    .nullable(),
  hit: z.strictObject({
    /** Viewers who are missing, and those who watch something sick; of an incident's root those of the whole incident. */
    viewers: z.strictObject({ lost: z.number(), degraded: z.number() }).nullable(),
    streams: z.strictObject({ count: z.number(), first: z.array(subject) }).nullable(),
    /** What an incident has cost until `at`, on its root; what its objects do not add up to belongs to none of them. */
    bill: lost.extend({ at: time, objects: z.array(lost.extend({ object: subject })) }).nullable(),
  }),
  /** The acknowledgement by a user, or the planned work that explains it: the latter is left out of verdicts. */
  acknowledged: z
    .strictObject({
      at: time,
      until: time,
      note: z.string(),
      by: z.string().nullable(),
      planned: z.boolean(),
    })
    .nullable(),
  /** Both are made from `kind` and `facts`; their wording may change at any time. */
  title: z.string(),
  summary: z.string(),
};

/**
 * One shape per kind: `facts` are its numbers and names, times in ms, rates in bytes per second, shares in percent.
 */
const problem = z.union(
  problemKinds.map((kind) => z.strictObject({ ...problemMembers, ...kindShape(kind) })),
) as z.ZodType as z.ZodType<ProblemJson>;

export const snapshotSchema = z.strictObject({
  schema: z.literal('castwatch/snapshot/2'),
  generatedAt: z.iso.datetime(),
  /** With --at: the moment of all that follows, from the history. */
  at: z.iso.datetime().optional(),
  /** Something that was requested is missing: see `resources`. */
  partial: z.boolean(),
  cluster: z.strictObject({ name: z.string(), url: z.string() }),
  resources: z.strictObject({
    ...byAlwaysName(() => resource),
    journal: listResource,
    streams: listResource,
    applications: listResource,
    /** Null if no cloud interface is configured. */
    cloud: resource.nullable(),
  }),
  totals: z.strictObject({
    ...loads,
    inTotalBytes: count,
    outTotalBytes: count,
    transcodedStreams: count,
    /** Streams that could be transcoded. */
    transcodableStreams: count,
    /** Over the history that the server keeps. */
    history: z.strictObject({
      viewers: levels,
      streams: levels,
      inBytesPerSecond: levels,
      outBytesPerSecond: levels,
    }),
    applications: z.strictObject(tableOf(applicationRoles, () => count)),
  }),
  groups: z.array(z.strictObject({ name: z.string(), ...loads })),
  /** Applications of a role in a group; `present` is from the topology. */
  roles: z.array(
    z.strictObject({
      role: z.string(),
      group: z.string(),
      present: count,
      limit: count,
      unlimited: z.boolean().nullable(),
    }),
  ),
  /** By grade, in the server's order. */
  health: z.array(z.strictObject({ grade: z.string(), streams: healthPart, viewers: healthPart })),
  servers: z.array(shapeOf(serverColumns)),
  streams: z.array(shapeOf(streamColumns)),
  applications: z.array(shapeOf(applicationColumns)),
  /** Newest first. The id is a text if a JavaScript number does not keep all its digits. */
  journal: z.array(
    z.strictObject({
      id: z.union([z.number(), z.string()]).nullable(),
      at: time,
      object: word,
      message: word,
      thread: word,
    }),
  ),
  cloud: z
    .strictObject({
      regions: z.array(z.strictObject({ id: z.number(), name: z.string() })),
      timezones: z.array(z.string()),
      transcodingEnabled: z.boolean().nullable(),
    })
    .nullable(),
  /**
   * Problems in this reading, worst first, as `castwatch check` judges them. Whether they last needs a continuous
   * watch.
   */
  problems: z.array(problem),
  /**
   * Limits that will be reached according to the cluster's own history, the closest first: cpu, mem, in, out,
   * viewers, streams or transcode of a server, a group or the cluster.
   */
  climbs: z.array(
    z.strictObject({
      kind: z.string(),
      name: z.string(),
      measure: z.string(),
      share: z.number(),
      sharePerMinute: z.number(),
      /** The share at which it counts as full: below 1 for CPU and memory. */
      fullShare: z.number(),
      since: z.iso.datetime(),
      fullAt: z.iso.datetime(),
    }),
  ),
  /** What can only be judged over time, in words. */
  notJudged: z.array(z.string()),
  /**
   * Figures for judging problems that this reading could not read, for `missing` of `of` objects. If `decides` is
   * true, nobody can say that all is well.
   */
  notRead: z.array(
    z.strictObject({
      figure: z.string(),
      reading: z.enum(['unreadable', 'absent', 'not looked']),
      missing: count,
      of: count,
      decides: z.boolean(),
      words: z.string(),
    }),
  ),
  /** Oddities of the responses without effect, such as two servers with the same name, in words. */
  remarks: z.array(z.string()),
});

export type SnapshotJson = z.infer<typeof snapshotSchema>;
export type ResourceJson = z.infer<typeof resource>;

/**
 * The same shape as JSON Schema, which is published with the program. As it is written: a figure that is no number is null.
 */
export function snapshotJsonSchema(): object {
  return {
    title: 'castwatch snapshot',
    // What several members share stands once, below `$defs`.
    ...z.toJSONSchema(snapshotSchema, { target: 'draft-2020-12', io: 'input', reused: 'ref' }),
  };
}
