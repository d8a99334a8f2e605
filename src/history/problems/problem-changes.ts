import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Problem, problemSchema } from '../../triage/problem.ts';
import type { HistoryDatabase } from '../database.ts';
import { unlessDamaged } from '../stored-row.ts';

type Members = Readonly<Record<string, unknown>>;

/** The last whole entry of a problem, its text, and that of the newest entry. */
interface Logged {
  readonly whole: Members;
  readonly text: Uint8Array;
  newest: string;
}

/** A change of one of these is stored with the whole problem, and is kept as long as the problem. */
const LASTING = ['severity', 'kind', 'form', 'acknowledged', 'since'] as const;

/** Larger than any problem. */
const MOST_BYTES = 16 * 1_024 * 1_024;

const PUT = 'INSERT OR REPLACE INTO problem_change (problem, at, whole, data) VALUES (?, ?, ?, ?)';

/**
 * An entry is either the JSON of a problem or the same compressed by that of the last whole one: figures change with each
 * poll, and of the names and objects of a problem few. Entries of figures can be removed one by one.
 */
export function createProblemChanges(db: HistoryDatabase) {
  const logged = new Map<number, Logged>();
  return {
    /**
     * Adds how the problem of row `id` is from `now` on (Unix ms); nothing if it has not changed. Call it within a
     * transaction.
     */
    add(id: number, problem: Problem, now: number) {
      const { evidence: _, ...members } = problem;
      const own: Members = members;
      const last = logged.get(id);
      const text = JSON.stringify(own);
      if (text === last?.newest) return;
      const isWhole = !last || LASTING.some((name) => !isSame(own[name], last.whole[name]));
      const data = isWhole ? text : deflateRawSync(text, { dictionary: last.text });
      // The clock of a replay may give fractions of a ms.
      db.sql(PUT).run(id, Math.floor(now), Number(isWhole), data);
      if (isWhole) logged.set(id, { whole: own, text: Buffer.from(text), newest: text });
      else last.newest = text;
    },
    /** The problem of row `id` can no longer change. */
    end: (id: number) => void logged.delete(id),
    /** The problems that were current at that moment, as they were then. */
    at(moment: number): readonly Problem[] {
      const rows = db
        .sql(
          `SELECT entry.data AS data, (
             SELECT later.data FROM sound_problem_change AS later
             WHERE later.problem = entry.problem AND later.at > entry.at AND later.at <= ?
             ORDER BY later.at DESC LIMIT 1
           ) AS part
           FROM sound_problem AS problem JOIN sound_problem_change AS entry ON entry.problem = problem.id AND entry.at = (
             SELECT MAX(at) FROM problem_change WHERE problem = problem.id AND whole = 1 AND at <= ?
           )
           WHERE fired_at <= ? AND COALESCE(cleared_at, seen_at + 1) > ?
           ORDER BY problem.since, problem.id`,
        )
        .all(moment, moment, moment, moment);
      return rows.flatMap(({ data, part }) => {
        const problem = problemSchema.safeParse(parsed(String(data), part));
        return problem.success ? [problem.data] : [];
      });
    },
  };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The newest entry; undefined if it is damaged. */
function parsed(whole: string, part: unknown): unknown {
  const inflated = (bytes: Uint8Array) =>
    inflateRawSync(bytes, { dictionary: Buffer.from(whole), maxOutputLength: MOST_BYTES }).toString();
  return unlessDamaged(() => JSON.parse(part instanceof Uint8Array ? inflated(part) : whole));
}
