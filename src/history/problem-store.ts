import type { Problem, Severity } from '../triage/problem.ts';
import type { HistoryDatabase } from './database.ts';

export interface StoredProblem extends Problem {
  /** Worst severity while it stood. */
  readonly worst: Severity;
  /** Last moment at which it was seen, Unix ms: its end where the watching ended before. */
  readonly seenAt: number;
}

/** Where a problem was raised. */
export interface ProblemMark {
  /** Unix ms. */
  readonly at: number;
  readonly severity: Severity;
  readonly label: string;
}

export interface ProblemStore {
  /** Keeps the problems that stand at `now`; those that stood before and do not now have cleared. Within a transaction. */
  keep(standing: readonly Problem[], now: number): void;
  /** Notes that all that stood still does, without writing each. */
  seen(now: number): void;
  /** Problems that stood some time in (from, to], in the order of their beginning. */
  read(from: number, to: number): readonly StoredProblem[];
  /** Warnings and worse that were raised in (from, to], oldest first. */
  marks(from: number, to: number): readonly ProblemMark[];
  /** The first of them after `at` (1), or the last before it (-1). */
  markBeside(at: number, direction: 1 | -1): ProblemMark | undefined;
}

const MARKS = `SELECT fired_at AS at, worst AS severity,
  json_extract(data, '$.title') || ': ' || json_extract(data, '$.reason') AS label
  FROM problem WHERE worst <> 'info'`;

const rank: Readonly<Record<Severity, number>> = { info: 0, warning: 1, critical: 2 };

export function createProblemStore(db: HistoryDatabase): ProblemStore {
  let before = new Map<string, Problem>();

  const put = (problem: Problem, now: number) => {
    const { key, since, firedAt, severity, viewersAtRisk = null } = problem;
    const row = db
      .sql('SELECT worst, viewers, data FROM problem WHERE key = ? AND fired_at = ?')
      .get(key, firedAt);
    const worst = row && rank[row.worst as Severity] > rank[severity] ? String(row.worst) : severity;
    const viewers = Math.max(Number(row?.viewers ?? 0), viewersAtRisk ?? 0);
    const hasViewers = viewersAtRisk !== null || row?.viewers != null;
    // The evidence is that of its worst moment: what is left of it at the end explains nothing.
    const isWorst = !row || rank[severity] >= rank[row.worst as Severity];
    db.sql(
      `INSERT INTO problem (key, since, fired_at, cleared_at, seen_at, severity, worst, viewers, data)
       VALUES (?, ?, ?, NULL, ?, ?, ?, ?, ?)
       ON CONFLICT (key, fired_at) DO UPDATE SET cleared_at = NULL, seen_at = excluded.seen_at,
         severity = excluded.severity, worst = excluded.worst, viewers = excluded.viewers, data = excluded.data`,
    ).run(
      key,
      since,
      firedAt,
      now,
      severity,
      worst,
      hasViewers ? viewers : null,
      isWorst ? JSON.stringify(problem) : String(row?.data),
    );
  };

  return {
    keep(standing, now) {
      const current = new Map(standing.map((problem) => [problem.key, problem]));
      for (const problem of standing) if (before.get(problem.key) !== problem) put(problem, now);
      for (const [key, { firedAt }] of before) {
        if (current.get(key)?.firedAt === firedAt) continue;
        db.sql('UPDATE problem SET cleared_at = ?, seen_at = ? WHERE key = ? AND fired_at = ?').run(
          now,
          now,
          key,
          firedAt,
        );
      }
      before = current;
    },
    seen(now) {
      for (const { key, firedAt } of before.values()) {
        db.sql('UPDATE problem SET seen_at = ? WHERE key = ? AND fired_at = ?').run(now, key, firedAt);
      }
    },
    read(from, to) {
      const rows = db
        .sql(
          `SELECT data, severity, worst, viewers, cleared_at, seen_at FROM problem
           WHERE since <= ? AND COALESCE(cleared_at, seen_at) > ? ORDER BY since, id`,
        )
        .all(to, from);
      return rows.map((row) => ({
        ...(JSON.parse(String(row.data)) as Problem),
        severity: row.severity as Severity,
        worst: row.worst as Severity,
        viewersAtRisk: row.viewers === null ? undefined : Number(row.viewers),
        clearedAt: row.cleared_at === null ? undefined : Number(row.cleared_at),
        seenAt: Number(row.seen_at),
      }));
    },
    marks(from, to) {
      const rows = db.sql(`${MARKS} AND fired_at > ? AND fired_at <= ? ORDER BY fired_at`).all(from, to);
      return rows as unknown as readonly ProblemMark[];
    },
    markBeside(at, direction) {
      const row =
        direction > 0
          ? db.sql(`${MARKS} AND fired_at > ? ORDER BY fired_at LIMIT 1`).get(at)
          : db.sql(`${MARKS} AND fired_at < ? ORDER BY fired_at DESC LIMIT 1`).get(at);
      return row as unknown as ProblemMark | undefined;
    },
  };
}
