import type { ClusterEvent } from '../cluster/state.ts';
import type { HistoryDatabase } from './database.ts';
import { createGapStore, type Gap } from './gap-store.ts';
import { createJournalStore, type StoredEntry } from './journal-store.ts';
import { createProblemStore, type StoredProblem } from './problem-store.ts';
import { createSeriesReader, type SeriesReader } from './series.ts';
import { createStreamSessionStore } from './session-store.ts';
import type { StreamSession } from './stream-sessions.ts';

/** What a history knows. Stretches of time are (from, to], Unix ms; lists are oldest first. */
export interface HistoryReader {
  readonly series: SeriesReader;
  /** The oldest and the newest moment of which figures are known; undefined where there are none. */
  range(): { readonly from: number; readonly to: number } | undefined;
  /** The newest `limit` entries. */
  journal(from: number, to: number, limit?: number): readonly StoredEntry[];
  problems(from: number, to: number): readonly StoredProblem[];
  streamSessions(from: number, to: number): readonly StreamSession[];
  events(from: number, to: number): readonly ClusterEvent[];
  gaps(from: number, to: number): readonly Gap[];
}

export function createHistoryReader(db: HistoryDatabase): HistoryReader {
  const journal = createJournalStore(db);
  const problems = createProblemStore(db);
  const sessions = createStreamSessionStore(db);
  const gaps = createGapStore(db);
  return {
    series: createSeriesReader(db),
    range() {
      const row = db
        .sql(
          `SELECT MIN(oldest) AS oldest, MAX(newest) AS newest FROM (
             SELECT MIN(starts_at) AS oldest, MAX(ends_at) AS newest FROM block
             UNION ALL SELECT MIN(at), MAX(at) FROM frame)`,
        )
        .get();
      if (row?.oldest == null) return undefined;
      return { from: Number(row.oldest), to: Number(row.newest) };
    },
    journal: (from, to, limit) => journal.read(from, to, limit),
    problems: (from, to) => problems.read(from, to),
    streamSessions: (from, to) => sessions.read(from, to),
    events(from, to) {
      const rows = db.sql(
        'SELECT at, kind, subject, message FROM event WHERE at > ? AND at <= ? ORDER BY at',
      );
      return rows.all(from, to) as unknown as readonly ClusterEvent[];
    },
    gaps: (from, to) => gaps.read(from, to),
  };
}
