import { join } from 'node:path';
import * as z from 'zod';
import type { Clock } from '../base/clock.ts';
import { parsedJson } from '../base/parsed-json.ts';
import { openPrivateFile } from '../base/private-file.ts';
import { safeJson } from '../base/safe-markup.ts';
import { systemCode, systemReason } from '../base/system-error.ts';
import { ConfigError } from './error.ts';
import { ensurePrivateDirectory } from './paths.ts';
import { redact, redactText } from './redact.ts';

const entrySchema = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  /** Shared by the lines of one write: `sent`, and its result. */
  id: z.string().optional(),
  cluster: z.string(),
  user: z.string(),
  /** Such as `update user`. */
  action: z.string(),
  /** What was changed, such as `user 42 (anna)`. */
  target: z.string(),
  /** Names and new values; a secret is `(hidden)`. */
  fields: z.record(z.string(), z.unknown()),
  /**
   * `sent`: written before sending. The others as `Outcome` has them; `ok` and `failed` are those of the user's commands, and
   * of writes by earlier versions.
   */
  outcome: z.enum(['sent', 'confirmed', 'differs', 'unknown', 'refused', 'ok', 'failed']),
  status: z.number().optional(),
  message: z.string().optional(),
  /** What the answer has for these fields; a secret is `(hidden)`. */
  answered: z.record(z.string(), z.unknown()).optional(),
});
export type AuditEntry = z.output<typeof entrySchema>;

/** Enough for a thousand entries; the file itself is never truncated. */
const MAX_TAIL_BYTES = 1024 * 1024;

export type AuditLog = ReturnType<typeof openAudit>;

/**
 * What castwatch changed on clusters: two lines for each write, also for failed ones, in a file in `stateDir` that only the
 * user can read. Nothing is opened or written before the first entry.
 */
export function openAudit(stateDir: string, clock: Clock) {
  const path = join(stateDir, 'audit.jsonl');
  return {
    path,
    /** Appends one line. Rejects with a `ConfigError` on failure, which the caller must report. */
    async append(entry: Omit<AuditEntry, 'at'>) {
      const line = safeJson(
        {
          at: new Date(clock.now()).toISOString(),
          ...entry,
          target: redactText(entry.target),
          fields: redact(entry.fields),
          answered: redact(entry.answered),
          message: entry.message === undefined ? undefined : redactText(entry.message),
        },
        'line',
      );
      try {
        await ensurePrivateDirectory(stateDir);
        // One write in append mode, so that lines of several instances never mix.
        const handle = await openPrivateFile(path, 'append');
        try {
          await handle.appendFile(line);
          await handle.datasync();
        } finally {
          await handle.close();
        }
      } catch (error) {
        const fault = `the audit could not be written to ${path}: ${systemReason(error)}`;
        throw new ConfigError('state', fault, error);
      }
    },
    /** The last `limit` entries, newest last, and how many lines among them could not be read. */
    async read(limit: number) {
      const lines = await readTail(path);
      const entries: AuditEntry[] = [];
      let unreadable = 0;
      for (const line of lines.slice(-limit)) {
        const entry = parsedJson(entrySchema, line);
        if (entry) entries.push(entry);
        else unreadable++;
      }
      return { entries, unreadable };
    },
  };
}

async function readTail(path: string): Promise<string[]> {
  try {
    const handle = await openPrivateFile(path, 'read');
    try {
      const { size } = await handle.stat();
      const length = Math.min(size, MAX_TAIL_BYTES);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
      const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
      // The first part of a file that is read from its middle is rarely a whole line.
      if (length < size) lines.shift();
      return lines.filter((line) => line !== '');
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw new ConfigError('state', `the audit cannot be read from ${path}: ${systemReason(error)}`, error);
  }
}
