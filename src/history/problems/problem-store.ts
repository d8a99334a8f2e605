import * as z from 'zod';
import { MINUTE_MS } from '../../base/durations.ts';
import { moment } from '../../triage/facts.ts';
import { isWorse } from '../../triage/past.ts';
import {
  beginningSchema,
  type Problem,
  problemSchema,
  type Severity,
  severitySchema,
  viewersHit,
} from '../../triage/problem.ts';
import type { HistoryDatabase } from '../database.ts';
import { believedUntil } from '../gap-store.ts';
import { jsonColumn, storedRow } from '../stored-row.ts';
import { createProblemChanges } from './problem-changes.ts';

export type StoredProblem = Problem & {
  /** Worst severity so far. */
  readonly worst: Severity;
  /** When it was last seen, Unix ms: its end if the watch ended before it cleared. */
  readonly seenAt: number;
};

const ID = 'SELECT id FROM problem WHERE key = ? AND fired_at = ?';
const MARKS = `SELECT fired_at AS at, coalesce(cleared_at, seen_at) AS until, worst AS severity, data AS problem
  FROM sound_problem WHERE worst <> 'info' AND json_valid(data)`;
/** A time line has no place for more. They are read in some ms between two keys. */
const MOST_MARKS = 300;
/** The start of a problem, as time lines and charts mark it. */
const markSchema = z.object({
  /** When it was reported, Unix ms. */
  at: moment,
  /** When it cleared, or was seen last, Unix ms. */
  until: moment,
  /** The worst severity that it had. */
  severity: severitySchema,
  problem: jsonColumn(problemSchema),
});
export type ProblemMark = Readonly<z.output<typeof markSchema>>;
const worstSchema = z.object({ id: z.number(), worst: severitySchema, data: jsonColumn(problemSchema) });
const leftOpenSchema = z.object({
  key: z.string(),
  noticedAt: moment,
  since: jsonColumn(beginningSchema),
});
const rowSchema = z.object({
  data: jsonColumn(problemSchema),
  severity: severitySchema,
  worst: severitySchema,
  viewers: z.number().nullable(),
  cleared_at: moment.nullable(),
  seen_at: moment,
});

/** A program that starts again within this time continues the problems of the earlier one, ms. */
const SAME_PROBLEM_MS = 5 * MINUTE_MS;

/** The row of a problem that stands: its worst moment, and that as it was written. */
interface Held {
  readonly id: number;
  readonly worst: Problem;
  readonly text: string;
}

/** The row of a problem that was current at the last write of this program or an earlier one. */
type LeftOpen = Readonly<z.output<typeof leftOpenSchema>>;

/** Names the row of a problem: what comes back later has another one. */
export const storedKey = ({ noticedAt, key }: Problem): string => `${noticedAt} ${key}`;

export function createProblemStore(db: HistoryDatabase) {
  let before = new Map<string, Problem>();
  let leftOpen: Map<string, LeftOpen> | undefined;
  let openedAt = 0;
  const changes = createProblemChanges(db);
  /** The rows of what stands, by their time and key. */
  const held = new Map<string, Held>();

  const load = (now: number): Map<string, LeftOpen> => {
    openedAt = now;
    const rows = db
      .sql(
        `SELECT key, fired_at AS noticedAt, data -> '$.since' AS since
         FROM sound_problem WHERE cleared_at IS NULL AND seen_at > ? AND seen_at <= ? AND json_valid(data)
         ORDER BY fired_at`,
      )
      .all(now - SAME_PROBLEM_MS, now);
    return new Map(rows.flatMap((row) => storedRow(leftOpenSchema, row)).map((row) => [row.key, row]));
  };
  /** A problem with the start under which it is stored. */
  const asStored = (problem: Problem, open: ReadonlyMap<string, LeftOpen>): Problem => {
    const earlier = open.get(problem.key);
    if (!earlier) return problem;
    const { since, noticedAt } = earlier;
    return problem.since.at < since.at ? { ...problem, noticedAt } : { ...problem, noticedAt, since };
  };
  const stored = ({ key, noticedAt }: Problem): Held | undefined => {
    const row = db
      .sql('SELECT id, worst, data FROM sound_problem WHERE key = ? AND fired_at = ?')
      .get(key, noticedAt);
    const [found] = storedRow(worstSchema, row ?? {});
    return found && { id: found.id, worst: { ...found.data, severity: found.worst }, text: '' };
  };
  const put = (problem: Problem, now: number) => {
    const { key, since, noticedAt, hit } = problem;
    const place = storedKey(problem);
    const before = held.get(place) ?? stored(problem);
    const row = before?.worst;
    const fewer = withFewerNames(problem);
    const worstOne = !row || isWorse(problem, row) ? fewer : row;
    const isMost = (viewersHit(hit) ?? -1) > (viewersHit(row?.hit) ?? -1);
    const { viewers } = isMost ? hit : (row?.hit ?? hit);
    // Who knew about it, and since when it lasts, is known better later.
    const { acknowledged = row?.acknowledged, incident = row?.incident } = problem;
    const most = { ...worstOne.hit, viewers, bill: undefined };
    const next = { ...worstOne, since, acknowledged, incident, hit: most };
    // The words are those of the worst moment: at the end little of it is left.
    const text = JSON.stringify(next);
    const id =
      before && before.text === text
        ? before.id
        : Number(
            db
              .sql(
                `INSERT INTO problem (key, since, fired_at, worst, viewers, data) VALUES (?, ?, ?, ?, ?, ?)
                 ON CONFLICT (key, fired_at) DO UPDATE SET worst = excluded.worst, viewers = excluded.viewers,
                   data = excluded.data
                 RETURNING id`,
              )
              .get(key, since.at, noticedAt, next.severity, viewersHit(next.hit) ?? null, text)?.id,
          );
    held.set(place, { id, worst: next, text });
    db.sql(
      'INSERT OR REPLACE INTO problem_now (problem, cleared_at, seen_at, severity, bill) VALUES (?, NULL, ?, ?, ?)',
    ).run(id, now, problem.severity, hit.bill ? JSON.stringify(hit.bill) : null);
    changes.add(id, fewer, now);
  };

  return {
    /**
     * Stores the problems that are current at `now`; earlier ones that are missing have cleared. A problem that was
     * current when an earlier program ended shortly before continues as the same one. Call it within a transaction.
     */
    keep(standing: readonly Problem[], now: number) {
      leftOpen ??= load(now);
      const current = new Map(standing.map((problem) => [problem.key, problem]));
      for (const [key, problem] of before) {
        if (current.get(key)?.noticedAt === problem.noticedAt) continue;
        const place = storedKey(asStored(problem, leftOpen));
        const id = held.get(place)?.id ?? 0;
        db.sql('UPDATE problem_now SET cleared_at = ?, seen_at = ? WHERE problem = ?').run(now, now, id);
        changes.end(id);
        held.delete(place);
        leftOpen.delete(key);
      }
      for (const problem of standing) {
        if (before.get(problem.key) !== problem) put(asStored(problem, leftOpen), now);
      }
      before = current;
    },
    /** Writes what has changed, and that all current problems still exist. */
    seen(now: number) {
      leftOpen ??= load(now);
      changes.write();
      for (const { id } of held.values())
        db.sql('UPDATE problem_now SET seen_at = ? WHERE problem = ?').run(now, id);
      if (now - openedAt < SAME_PROBLEM_MS) return;
      // It did not appear again, so it ended when it was last seen, or soon after.
      for (const [key, { noticedAt }] of leftOpen) {
        if (before.has(key)) continue;
        db.sql(`UPDATE problem_now SET cleared_at = seen_at WHERE problem = (${ID})`).run(key, noticedAt);
        leftOpen.delete(key);
      }
    },
    /** Problems that existed at some time in (from, to], in order of their start. */
    read(from: number, to: number): readonly StoredProblem[] {
      const rows = db
        .sql(
          `SELECT data, severity, worst, viewers, cleared_at, seen_at FROM sound_problem
           WHERE since <= ? AND COALESCE(cleared_at, seen_at) > ? ORDER BY since, id`,
        )
        .all(to, from);
      return rows
        .flatMap((row) => storedRow(rowSchema, row))
        .map(({ data, viewers, cleared_at, seen_at, ...severities }) => ({
          ...data,
          ...severities,
          ...(cleared_at === null
            ? ({ state: 'standing', clearedAt: undefined } as const)
            : ({ state: 'cleared', clearedAt: cleared_at } as const)),
          seenAt: seen_at,
        }));
    },
    /** Warnings and worse that were reported in (from, to], oldest first; of very many, the newest of the worst. */
    marks(from: number, to: number): readonly ProblemMark[] {
      const rows = db
        .sql(
          `${MARKS} AND id IN (
             SELECT id FROM problem WHERE worst <> 'info' AND fired_at > ? AND fired_at <= ?
             ORDER BY worst = 'critical' DESC, fired_at DESC LIMIT ?
           ) ORDER BY fired_at`,
        )
        .all(from, to, MOST_MARKS);
      return rows.flatMap((row) => storedRow(markSchema, row));
    },
    /** The problems that were current at that moment, as they were then. */
    at: changes.at,
    /** The first such problem after `at` (1), or the last before it (-1). */
    markBeside(at: number, direction: 1 | -1): ProblemMark | undefined {
      const row =
        direction > 0
          ? db
              .sql(`${MARKS} AND fired_at > ? AND fired_at <= ? ORDER BY fired_at LIMIT 1`)
              .get(at, believedUntil(db))
          : db.sql(`${MARKS} AND fired_at < ? ORDER BY fired_at DESC LIMIT 1`).get(at);
      return row && storedRow(markSchema, row)[0];
    },
  };
}

/** Most streams that are stored by name: a problem is written again each time it changes. */
const MOST_STREAMS = 50;

function withFewerNames(problem: Problem): Problem {
  const { streams } = problem.hit;
  if (!streams || streams.first.length <= MOST_STREAMS) return problem;
  const first = streams.first.slice(0, MOST_STREAMS);
  return { ...problem, hit: { ...problem.hit, streams: { ...streams, first } } };
}
