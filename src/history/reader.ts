import * as z from 'zod';
import type { ClusterEvent } from '../cluster/state.ts';
import type { Problem } from '../triage/problem.ts';
import type { HistoryDatabase } from './database.ts';
import {
  type ApplicationDescription,
  createDescriptionStore,
  type DashboardDescription,
  type ServerDescription,
  type StreamStates,
} from './description-store.ts';
import { createGapStore, damagedGaps, type Gap } from './gap-store.ts';
import { createJournalStore, type StoredEntry } from './journal-store.ts';
import { createProblemStore, type ProblemStore, type StoredProblem } from './problems/problem-store.ts';
import type { KindName } from './samples/kinds.ts';
import { knownRange, type Period } from './samples/range.ts';
import { type Row, rowsAt } from './samples/rows.ts';
import { createSeriesReader, type SeriesReader } from './samples/series.ts';
import { createServerClock } from './server-clock.ts';
import type { Absence } from './sessions/absences.ts';
import { createStreamSessionStore } from './sessions/session-store.ts';
import type { StreamSession } from './sessions/stream-sessions.ts';
import { moment, storedRow } from './stored-row.ts';

/** Reads a history. Periods are (from, to], Unix ms; lists are oldest first. */
export interface HistoryReader {
  readonly series: SeriesReader;
  /** The newest figures of each of these entities in (at − lookBackMs, at]. */
  rows(
    kind: KindName,
    names: readonly string[],
    at: number,
    lookBackMs: number,
  ): Promise<ReadonlyMap<string, Row>>;
  /** The oldest and the newest time with figures; undefined if there are none. */
  range(): Period | undefined;
  /** The newest `limit` entries, by the server's clock. */
  journal(from: number, to: number, limit?: number): readonly StoredEntry[];
  /** The same by our clock: both the period and the times of the entries. */
  ownJournal(from: number, to: number, limit?: number): readonly StoredEntry[];
  problems(from: number, to: number): readonly StoredProblem[];
  /** The problems that were current at that moment, as they were then. */
  problemsAt(moment: number): readonly Problem[];
  readonly marks: ProblemStore['marks'];
  readonly markBeside: ProblemStore['markBeside'];
  /** The whole hours that contain (from, to], by which figures of sessions are stored. */
  streamHours(from: number, to: number): Period;
  /** The figures of each session in the whole hours that contain (from, to]. */
  streamSessions(from: number, to: number): Promise<readonly StreamSession[]>;
  /** Times in which a stream was not published, with the ranges in which they began and ended. */
  streamAbsences(from: number, to: number): readonly Absence[];
  events(from: number, to: number): readonly ClusterEvent[];
  gaps(from: number, to: number): readonly Gap[];
  /** Servers with the properties that they had at that moment. */
  servers(at: number): readonly ServerDescription[];
  /** What the dashboard told besides figures at that moment; older histories do not know. */
  dashboard(at: number): DashboardDescription | undefined;
  /** The states of streams at that moment; older histories do not know them. */
  streamStates(at: number): StreamStates | undefined;
  /** Applications of the cluster's list with the properties that they had at that moment. */
  applications(at: number): readonly ApplicationDescription[];
}

const eventSchema: z.ZodType<ClusterEvent> = z.object({
  at: moment,
  kind: z.enum([
    'restart',
    'reconnect',
    'stream-restart',
    'server-gone',
    'server-back',
    'server-renamed',
    'journal-restart',
    'journal-gap',
    'limit-changed',
  ]),
  subject: z.string(),
  message: z.string(),
});

export function createHistoryReader(db: HistoryDatabase): HistoryReader {
  const journal = createJournalStore(db);
  const problems = createProblemStore(db);
  const sessions = createStreamSessionStore(db);
  const gaps = createGapStore(db);
  const descriptions = createDescriptionStore(db);
  const clock = createServerClock(db);
  return {
    series: createSeriesReader(db),
    rows: (kind, names, at, lookBackMs) => rowsAt(db, { kind, names }, at, lookBackMs),
    range: () => knownRange(db),
    journal: (from, to, limit) => journal.read(from, to, limit),
    ownJournal(from, to, limit) {
      const server = clock.ofServer(from, to);
      const entries = clock.ofOurs(journal.read(server.from, server.to, limit));
      return entries.filter(({ at }) => at > from && at <= to).toSorted((a, b) => a.at - b.at);
    },
    problems: (from, to) => problems.read(from, to),
    problemsAt: problems.at,
    marks: problems.marks,
    markBeside: problems.markBeside,
    streamHours: sessions.wholeHours,
    streamSessions: sessions.read,
    streamAbsences: sessions.absences,
    events(from, to) {
      const rows = db.sql(
        'SELECT at, kind, subject, message FROM sound_event WHERE at > ? AND at <= ? ORDER BY at',
      );
      return rows.all(from, to).flatMap((row) => storedRow(eventSchema, row));
    },
    gaps: (from, to) => [...gaps.read(from, to), ...damagedGaps(db, from, to)],
    servers: descriptions.servers,
    dashboard: descriptions.dashboard,
    streamStates: descriptions.states,
    applications: descriptions.applications,
  };
}
