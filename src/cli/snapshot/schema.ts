import * as z from 'zod';
import { byAlwaysName } from '../../cluster/resources.ts';
import { kindShape, problemKinds } from '../../history/problems/problem-facts-schema.ts';
import { applicationColumns } from '../../views/applications/columns.ts';
import type { LoadJson } from '../../views/formats/json-values.ts';
import type { JsonKind } from '../../views/lists/column.ts';
import type { ProblemJson } from '../../views/problems/json.ts';
import { serverColumns } from '../../views/servers/columns.ts';
import { streamColumns } from '../../views/streams/columns.ts';

/**
 * The shape of `castwatch snapshot`, version 2. Members are added, never renamed, removed or given another meaning
 * without another number in `schema`. Everywhere: null is "not known", never 0; shares are 0 to 1 and may be above;
 * times are ISO 8601 in UTC; every other unit is in the name of the member.
 */

const count = z.number().nullable();
const word = z.string().nullable();
const time = z.iso.datetime().nullable();

/** A value against its limit. `unlimited` is null where the server says nothing of a limit; a limit of 0 blocks. */
const load: z.ZodType<LoadJson> = z.strictObject({
  value: count,
  limit: count,
  unlimited: z.boolean().nullable(),
  share: count,
});

const resource = z.strictObject({
  /** Read, and read whole. */
  ok: z.boolean(),
  updatedAt: time,
  /** The server's own clock in its answer. */
  serverTime: time,
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** Items that could not be read. */
  unreadable: z.number().int(),
});

/** `total` by the server's word; `truncated`: there are more than `limit`. */
const listResource = resource.extend({
  items: z.number().int(),
  total: count,
  limit: z.number().int(),
  truncated: z.boolean(),
});

const kinds = {
  text: z.string(),
  word,
  count,
  flag: z.boolean().nullable(),
  time,
  load,
  heatCause: z.enum(['cpu', 'mem', 'in', 'out']).nullable(),
  applications: z.array(z.strictObject({ name: z.string(), type: word, viewers: load, streams: load })),
} as const satisfies Readonly<Record<JsonKind, z.ZodType>>;

/** The members that the columns of a list bring. */
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

const healthPart = z.strictObject({ count, share: count });

const subject = z.strictObject({
  kind: z.enum(['cluster', 'server', 'group', 'stream', 'application', 'stream type', 'journal', 'resource']),
  name: z.string(),
  id: word,
  application: word,
});

const problemMembers = {
  key: z.string(),
  /** The rule that found it: another than the kind only of a row of several streams. */
  rule: z.string(),
  severity: z.enum(['critical', 'warning', 'info']),
  state: z.enum(['standing', 'cleared']),
  subject,
  /** Every object that it concerns, its subject first. */
  names: z.array(subject),
  /** On which parts of the way from the publisher to the viewer it is, and what beside that way. */
  parts: z.array(z.enum(['ingest', 'transcode', 'delivery', 'control plane', 'limits', 'data', 'journal'])),
  /**
   * `exact`: to within a poll. `before`: it stood at the first look, and began then or earlier. `between`: it began
   * after the last good sample, `from`, and not after `at`.
   */
  since: z.strictObject({ at: time, known: z.enum(['exact', 'before', 'between']), from: time }),
  noticedAt: time,
  /** Null while it stands. */
  clearedAt: time,
  /** The figure that decides, what is usual, and what it is compared with. */
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
    /** What is counted: who watches, was cut off, is likely to see it, was not let in, or has bad health. */
    viewers: z
      .strictObject({
        count: z.number(),
        what: z.enum(['watching', 'lost', 'at risk', 'refused', 'unhealthy', 'idle']),
      })
      .nullable(),
    streams: z.strictObject({ count: z.number(), first: z.array(subject) }).nullable(),
    /** Copies of streams: one stream may be published on several applications. */
    copies: count,
  }),
  /** Both made of `kind` and `facts`: they may be worded anew at any time. */
  title: z.string(),
  summary: z.string(),
};

/** One shape a kind: `facts` are its numbers and names, times in ms, rates in bytes per second, shares in percent. */
const problem = z.union(
  problemKinds.map((kind) => z.strictObject({ ...problemMembers, ...kindShape(kind) })),
) as z.ZodType as z.ZodType<ProblemJson>;

export const snapshotSchema = z.strictObject({
  schema: z.literal('castwatch/snapshot/2'),
  generatedAt: z.iso.datetime(),
  /** Something that was asked for is missing: see `resources`. */
  partial: z.boolean(),
  cluster: z.strictObject({ name: z.string(), url: z.string() }),
  resources: z.strictObject({
    ...byAlwaysName(() => resource),
    journal: listResource,
    streams: listResource,
    applications: listResource,
    /** Null where no cloud interface is configured. */
    cloud: resource.nullable(),
  }),
  totals: z.strictObject({ ...loads, inTotalBytes: count, outTotalBytes: count, transcodedStreams: count }),
  groups: z.array(z.strictObject({ name: z.string(), ...loads })),
  /** Applications of a role in a group; `present` as the topology shows them. */
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
  /** Newest first. */
  journal: z.array(
    z.strictObject({ id: z.number().nullable(), at: time, object: word, message: word, thread: word }),
  ),
  cloud: z
    .strictObject({
      regions: z.array(z.strictObject({ id: z.number(), name: z.string() })),
      timezones: z.array(z.string()),
      transcodingEnabled: z.boolean().nullable(),
    })
    .nullable(),
  /** What one look shows, worst first, as `castwatch check` judges it. Whether it lasts takes a watcher. */
  problems: z.array(problem),
  /**
   * Limits that are being reached by the history that the cluster keeps of itself, the nearest first: cpu, mem, in, out,
   * viewers, streams or transcode of a server, a group or the cluster.
   */
  climbs: z.array(
    z.strictObject({
      kind: z.string(),
      name: z.string(),
      measure: z.string(),
      share: z.number(),
      sharePerMinute: z.number(),
      /** Share at which it counts as full: CPU and memory before 1. */
      fullShare: z.number(),
      since: z.iso.datetime(),
      fullAt: z.iso.datetime(),
    }),
  ),
  /** What shows only over time and one look cannot judge, in words. */
  notJudged: z.array(z.string()),
  /**
   * Figures by which problems are judged that this look could not read, of `missing` objects of `of`; with `decides`
   * nobody can say that all is well.
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
  /** What is odd about the answers and costs nothing, such as two servers of one name, in words. */
  remarks: z.array(z.string()),
});

export type SnapshotJson = z.infer<typeof snapshotSchema>;
export type ResourceJson = z.infer<typeof resource>;

/** The same shape as JSON Schema, which is published beside the program. */
export function snapshotJsonSchema(): object {
  return { title: 'castwatch snapshot', ...z.toJSONSchema(snapshotSchema, { target: 'draft-2020-12' }) };
}
