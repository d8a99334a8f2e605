import * as z from 'zod';
import { type ClusterEvent, eventKinds } from '../cluster/state.ts';
import { moment } from '../triage/facts.ts';
import type { HistoryDatabase } from './database.ts';
import { createDescriptionStore } from './description-store.ts';
import { createGapStore, damagedGaps, type Gap } from './gap-store.ts';
import { createJournalStore, type StoredEntry } from './journal-store.ts';
import { createProblemStore } from './problems/problem-store.ts';
import type { KindName } from './samples/kinds.ts';
import { knownRange, type Period } from './samples/range.ts';
import { type Row, rowsAt } from './samples/rows.ts';
import { createSeriesReader } from './samples/series.ts';
import { createServerClock } from './server-clock.ts';
import { StreamSessionStore } from './sessions/session-store.ts';
import { storedRow } from './stored-row.ts';

const eventSchema: z.ZodType<ClusterEvent> = z.object({
  at: moment,
  kind: z.enum(eventKinds),
  subject: z.string(),
  message: z.string(),
});

/** Reads a history. Periods are (from, to], Unix ms; lists are oldest first. */
export type HistoryReader = ReturnType<typeof createHistoryReader>;

export function createHistoryReader(db: HistoryDatabase) {
  const journal = createJournalStore(db);
  const problems = createProblemStore(db);
  const sessions = new StreamSessionStore(db);
  const gaps = createGapStore(db);
  const descriptions = createDescriptionStore(db);
  const clock = createServerClock(db);
  return {
    series: createSeriesReader(db),
    /** The newest figures of each of these entities in (at − lookBackMs, at]. */
    rows: (
      kind: KindName,
      names: readonly string[],
      at: number,
      lookBackMs: number,
    ): Promise<ReadonlyMap<string, Row>> => rowsAt(db, { kind, names }, at, lookBackMs),
    /** The oldest and the newest time with figures; undefined if there are none. */
    range: (): Period | undefined => knownRange(db),
    /** The newest `limit` entries, by the server's clock. */
    journal: journal.read,
    /** The same by our clock: both the period and the times of the entries. */
    ownJournal(from: number, to: number, limit?: number): readonly StoredEntry[] {
      const server = clock.ofServer(from, to);
      const entries = clock.ofOurs(journal.read(server.from, server.to, limit));
      return entries.filter(({ at }) => at > from && at <= to).toSorted((a, b) => a.at - b.at);
    },
    problems: problems.read,
    /** The problems that were current at that moment, as they were then. */
    problemsAt: problems.at,
    marks: problems.marks,
    markBeside: problems.markBeside,
    /** The whole hours that contain (from, to], by which figures of sessions are stored. */
    streamHours: (from: number, to: number) => sessions.wholeHours(from, to),
    /** The figures of each session in the whole hours that contain (from, to]. */
    streamSessions: (from: number, to: number) => sessions.read(from, to),
    /** Times in which a stream was not published, with the ranges in which they began and ended. */
    streamAbsences: (from: number, to: number) => sessions.absences(from, to),
    events(from: number, to: number): readonly ClusterEvent[] {
      const rows = db.sql(
        'SELECT at, kind, subject, message FROM sound_event WHERE at > ? AND at <= ? ORDER BY at',
      );
      return rows.all(from, to).flatMap((row) => storedRow(eventSchema, row));
    },
    gaps: (from: number, to: number): readonly Gap[] => [
      ...gaps.read(from, to),
      ...damagedGaps(db, from, to),
    ],
    /** Servers with the properties that they had at that moment. */
    servers: descriptions.servers,
    /** What the dashboard told besides figures at that moment; older histories do not know. */
    dashboard: descriptions.dashboard,
    /** The states of streams at that moment; older histories do not know them. */
    streamStates: descriptions.states,
    /** Applications of the cluster's list with the properties that they had at that moment. */
    applications: descriptions.applications,
  };
}
