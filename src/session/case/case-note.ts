import * as z from 'zod';

const problemSchema = z.object({
  kind: z.string(),
  form: z.string().nullable(),
  severity: z.enum(['critical', 'warning', 'info']),
  subject: z.object({ kind: z.string(), name: z.string() }),
  parts: z.array(z.string()).readonly(),
  since: z.iso.datetime(),
  noticedAt: z.iso.datetime(),
  clearedAt: z.iso.datetime().nullable(),
  viewers: z.number().nullable(),
});
/** A problem of a case, with its names replaced. */
export type CaseProblem = z.infer<typeof problemSchema>;

const noteSchema = z.object({
  schema: z.literal('castwatch/case/1'),
  savedAt: z.iso.datetime(),
  /** What the user would have expected. */
  should: z.string(),
  /** Current problems in the order of the list, then those that had cleared within the time. */
  said: z.array(problemSchema).readonly(),
});
/** The note in a case file, beside the recording. */
export type CaseNote = z.infer<typeof noteSchema>;

/** Throws if these bytes are not the note of a case. */
export function parseCaseNote(bytes: Uint8Array): CaseNote {
  return noteSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
}
