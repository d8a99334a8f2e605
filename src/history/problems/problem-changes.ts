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
  /** Since the last write: when (Unix ms), and how it was then. */
  changes: (readonly [at: number, members: Members])[];
}

/** A change of one of these is stored with the whole problem, and is kept as long as the problem. */
const LASTING = ['severity', 'kind', 'form', 'acknowledged', 'since'] as const;

/** Larger than any problem. */
const MOST_BYTES = 16 * 1_024 * 1_024;

const PUT = 'INSERT OR REPLACE INTO problem_change (problem, at, whole, data) VALUES (?, ?, ?, ?)';

/**
 * An entry is either the JSON of a problem, or all of its changes of one write, compressed by the last whole one: figures change
 * with each poll, and of the names and objects of a problem few. Entries of figures can be removed one by one.
 */
export function createProblemChanges(db: HistoryDatabase) {
  const logged = new Map<number, Logged>();
  const put = (id: number, last: Logged | undefined) => {
    const [first] = last?.changes ?? [];
    if (!last || !first) return;
    const data = deflateRawSync(JSON.stringify(last.changes), { dictionary: last.text });
    db.sql(PUT).run(id, first[0], 0, data);
    last.changes = [];
  };
  return {
    /** Takes how the problem of row `id` is from `now` on (Unix ms); nothing if it has not changed. */
    add(id: number, problem: Problem, now: number) {
      const { evidence: _, ...members } = problem;
      const own: Members = members;
      const last = logged.get(id);
      const text = JSON.stringify(own);
      if (text === last?.newest) return;
      // The clock of a replay may give fractions of a ms.
      const at = Math.floor(now);
      if (last && LASTING.every((name) => isSame(own[name], last.whole[name]))) {
        last.newest = text;
        last.changes.push([at, own]);
        return;
      }
      put(id, last);
      db.sql(PUT).run(id, at, 1, text);
      logged.set(id, { whole: own, text: Buffer.from(text), newest: text, changes: [] });
    },
    write() {
      for (const [id, last] of logged) put(id, last);
    },
    /** The problem of row `id` can no longer change. */
    end(id: number) {
      put(id, logged.get(id));
      logged.delete(id);
    },
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
        const problem = problemSchema.safeParse(parsed(String(data), part, moment));
        return problem.success ? [problem.data] : [];
      });
    },
  };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The newest change up to that moment, else the whole; undefined if it is damaged. */
function parsed(whole: string, part: unknown, moment: number): unknown {
  return unlessDamaged(() => {
    if (!(part instanceof Uint8Array)) return JSON.parse(whole);
    const bytes = inflateRawSync(part, { dictionary: Buffer.from(whole), maxOutputLength: MOST_BYTES });
    const changes: Logged['changes'] | Members = JSON.parse(bytes.toString());
    // Earlier versions wrote each change as a row of its own.
    return Array.isArray(changes) ? changes.findLast(([at]) => at <= moment)?.[1] : changes;
  });
}
