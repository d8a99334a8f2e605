import * as z from 'zod';
import { measure, trend } from '../../triage/facts.ts';
import { kindAndFactsSchema } from '../../triage/kind-facts.ts';
import {
  type Beginning,
  degradedViewers,
  type Folded,
  type Hit,
  type HitStreams,
  lostViewers,
  type Part,
  type Problem,
  type ProblemMembers,
  type Severity,
  type Subject,
} from '../../triage/problem.ts';
import { moment } from '../stored-row.ts';

const text = z.string();

export const severity: z.ZodType<Severity> = z.enum(['info', 'warning', 'critical']);

const subject: z.ZodType<Subject> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cluster') }),
  z.object({ kind: z.literal('server'), name: text }),
  z.object({ kind: z.literal('group'), name: text }),
  z.object({ kind: z.literal('stream'), id: text, streamKey: text, application: text.optional() }),
  z.object({ kind: z.literal('application'), name: text, id: text.optional() }),
  z.object({ kind: z.literal('stream type'), name: text }),
  z.object({ kind: z.literal('journal'), object: text }),
  z.object({ kind: z.literal('resource'), name: text }),
]);

export const beginning: z.ZodType<Beginning> = z.discriminatedUnion('known', [
  z.object({ at: moment, known: z.enum(['exact', 'before']) }),
  z.object({ at: moment, known: z.literal('between'), from: moment }),
]);

const streams: z.ZodType<HitStreams> = z.object({
  count: z.number(),
  first: z.array(
    z.object({
      id: text,
      streamKey: text,
      application: text.optional(),
      viewers: z.number().optional(),
      isBack: z.boolean().optional(),
      seenAt: moment.optional(),
      copies: z.number().optional(),
    }),
  ),
});
const lost = { viewerMinutes: z.number(), lost: z.number() };
const hit: z.ZodType<Hit> = z.object({
  viewers: z
    .union([
      z.object({ lost: z.number(), degraded: z.number() }),
      // As it was stored before harm had two words.
      z
        .object({ count: z.number(), what: z.string() })
        .transform(({ count, what }) => (what === 'lost' ? lostViewers(count) : degradedViewers(count))),
    ])
    .optional(),
  bill: z
    .object({ ...lost, at: moment, objects: z.array(z.object({ ...lost, object: subject })).default([]) })
    .optional(),
  streams: streams.optional(),
  copies: z.number().optional(),
});
const part: z.ZodType<Part> = kindAndFactsSchema.and(
  z.object({
    severity,
    subject,
    names: z.array(subject).optional(),
    hit: hit.optional(),
    parent: text.optional(),
    folded: z.lazy(() => folded).optional(),
  }),
);
const folded: z.ZodType<Folded> = z.object({
  count: z.number(),
  first: z.array(part),
  worst: part.optional(),
});

/** The stored members of a problem. A new member of problems must be added here. */
const members = {
  key: text,
  severity,
  subject,
  names: z.array(subject),
  parts: z.array(z.enum(['ingest', 'transcode', 'delivery', 'control plane', 'limits', 'data', 'journal'])),
  since: beginning,
  noticedAt: moment,
  clearing: moment.optional(),
  measure: measure.and(z.object({ trend })).optional(),
  hit,
  folded: folded.optional(),
  incident: z
    .object({ root: text, named: text.optional(), since: beginning, severity, times: z.number().int() })
    .optional(),
  acknowledged: z
    .object({
      at: moment,
      until: moment.optional(),
      note: text,
      by: text.optional(),
      planned: z.literal(true).optional(),
    })
    .optional(),
} satisfies Record<Exclude<keyof ProblemMembers, 'evidence'>, z.ZodType>;

/** Stored problems have the state `standing`: the time of clearing is a column of its own. */
export const problemSchema: z.ZodType<Problem> = kindAndFactsSchema.and(
  z.object({ ...members, state: z.literal('standing') }),
);
