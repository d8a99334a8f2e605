import * as z from 'zod';
import type { Problem } from '../../triage/problem.ts';
import type { HistoryDatabase } from '../database.ts';
import { jsonColumn, storedRow } from '../stored-row.ts';
import { problemSchema } from './problem-schema.ts';

/** The log of how problems were over time: their severity, figures, and whom they hit. */
export interface ProblemChanges {
  /**
   * Adds how the problem of row `id` is from `now` on (Unix ms); nothing if it has not changed. Call it within a
   * transaction.
   */
  add(id: number, problem: Problem, now: number): void;
  /** The problem of row `id` can no longer change. */
  end(id: number): void;
  /** The problems that were current at that moment, as they were then. */
  at(moment: number): readonly Problem[];
}

type Members = Readonly<Record<string, unknown>>;

/** The last whole entry of a problem, and the newest one after it. */
interface Logged {
  readonly whole: Members;
  newest: string;
}

/** A change of one of these is stored with the whole problem, and is kept as long as the problem. */
const LASTING = ['severity', 'kind', 'form', 'acknowledged', 'since'] as const;

const partSchema = z.record(z.string(), z.unknown());
const rowSchema = z.object({ data: jsonColumn(partSchema), part: jsonColumn(partSchema).nullable() });

const PUT = 'INSERT OR REPLACE INTO problem_change (problem, at, whole, data) VALUES (?, ?, ?, ?)';

/**
 * An entry is either a whole problem or the members that differ from the last whole one: figures change with each
 * poll, and the names and objects of a problem hardly ever. Entries of figures can be removed one by one.
 */
export function createProblemChanges(db: HistoryDatabase): ProblemChanges {
  const logged = new Map<number, Logged>();
  return {
    add(id, problem, now) {
      const { evidence: _, ...members } = problem;
      const own: Members = members;
      const last = logged.get(id);
      // The clock of a replay may give fractions of a ms.
      const at = Math.floor(now);
      if (!last || LASTING.some((name) => !isSame(own[name], last.whole[name]))) {
        db.sql(PUT).run(id, at, 1, JSON.stringify(own));
        logged.set(id, { whole: own, newest: '{}' });
        return;
      }
      const data = JSON.stringify(changed(own, last.whole));
      if (data === last.newest) return;
      db.sql(PUT).run(id, at, 0, data);
      last.newest = data;
    },
    end: (id) => void logged.delete(id),
    at(moment) {
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
      return rows
        .flatMap((row) => storedRow(rowSchema, row))
        .flatMap(({ data, part }) => {
          const problem = problemSchema.safeParse(patched(data, part ?? {}));
          return problem.success ? [problem.data] : [];
        });
    },
  };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Whom a problem hits is compared member by member, because its streams are long and seldom change. */
const hitOf = (members: Members) => (members.hit ?? {}) as Members;

/** The members that differ from the last whole entry; null for one that is gone. */
function changed(own: Members, whole: Members): Members {
  const names = Object.keys({ ...whole, ...own }).filter((name) => !isSame(own[name], whole[name]));
  return Object.fromEntries(
    names.map((name) => [name, name === 'hit' ? changed(hitOf(own), hitOf(whole)) : (own[name] ?? null)]),
  );
}

function patched(whole: Members, part: Members): Members {
  return withoutNulls({ ...whole, ...part, hit: withoutNulls({ ...hitOf(whole), ...hitOf(part) }) });
}

function withoutNulls(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
