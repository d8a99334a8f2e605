import * as z from 'zod';
import type { Folded, HitStreams, Part, Problem, Severity, Subject } from '../triage/problem.ts';
import { moment } from './stored-row.ts';

const text = z.string();

export const severity: z.ZodType<Severity> = z.enum(['info', 'warning', 'critical']);

export const subject: z.ZodType<Subject> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cluster') }),
  z.object({ kind: z.literal('server'), name: text }),
  z.object({ kind: z.literal('group'), name: text }),
  z.object({ kind: z.literal('stream'), id: text, streamKey: text, application: text.optional() }),
  z.object({ kind: z.literal('application'), name: text, id: text.optional() }),
  z.object({ kind: z.literal('journal'), object: text }),
  z.object({ kind: z.literal('resource'), name: text }),
]);

const part: z.ZodType<Part> = z.object({
  severity,
  subject,
  reason: text,
  viewersAtRisk: z.number().optional(),
});
const folded: z.ZodType<Folded> = z.object({ count: z.number(), first: z.array(part) });
const streams: z.ZodType<HitStreams> = z.object({
  count: z.number(),
  first: z.array(
    z.object({
      id: text,
      streamKey: text,
      application: text.optional(),
      viewers: z.number().optional(),
      isBack: z.boolean().optional(),
    }),
  ),
});

/** What is stored of a problem; a member that problems gain is missing here until it gets its line. */
const members = {
  key: text,
  rule: text,
  severity,
  subject,
  title: text,
  reason: text,
  since: moment,
  firedAt: moment,
  beganBefore: z.boolean().optional(),
  clearedAt: moment.optional(),
  trend: z.enum(['rising', 'falling', 'steady']),
  measure: z.string().optional(),
  viewersAtRisk: z.number().optional(),
  folded: folded.optional(),
  streams: streams.optional(),
  followers: z.array(part).optional(),
  escalated: z.boolean().optional(),
  acknowledged: z.object({ at: moment, until: moment.optional(), note: text }).optional(),
} satisfies Record<Exclude<keyof Problem, 'evidence'>, z.ZodType>;

export const problemSchema: z.ZodType<Problem> = z.object(members);
