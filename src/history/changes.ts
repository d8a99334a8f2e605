import { listedStreams } from '../cluster/copies.ts';
import type { JournalItem } from '../cluster/journal/log.ts';
import { alwaysPolled } from '../cluster/resources.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { JournalEntry } from '../protocol/journal.ts';
import type { TriageState } from '../triage/engine.ts';
import type { HistoryDatabase } from './database.ts';
import { createDescriptionStore } from './description-store.ts';
import { createGapStore } from './gap-store.ts';
import { createJournalStore } from './journal-store.ts';
import { createProblemStore } from './problems/problem-store.ts';
import { framesOf } from './samples/frames.ts';
import type { Frame } from './samples/kinds.ts';
import { createSampleStore } from './samples/sample-store.ts';
import { createServerClock } from './server-clock.ts';
import { StreamSessionStore } from './sessions/session-store.ts';
import { samplesOf } from './sessions/stream-sessions.ts';

/** What each kind of data is written with; they remember what is in the database. */
export type HistoryStores = ReturnType<typeof createStores>;

export function createStores(db: HistoryDatabase) {
  return {
    samples: createSampleStore(db),
    journal: createJournalStore(db),
    problems: createProblemStore(db),
    sessions: new StreamSessionStore(db),
    gaps: createGapStore(db),
    descriptions: createDescriptionStore(db),
    serverClock: createServerClock(db),
  };
}

/** What was new at a moment (Unix ms), until it is written. */
export interface Change {
  readonly at: number;
  readonly frames: readonly Frame[];
  /** Call it within a transaction. */
  readonly write: (stores: HistoryStores) => void;
}

/** What was taken last, and the key of the newest entry of its journal. Undefined members: the whole state is new. */
export interface Taken {
  readonly state: ClusterState | undefined;
  readonly triage: TriageState | undefined;
  readonly journalKey: string | undefined;
}

interface Moment {
  readonly state: ClusterState;
  readonly triage: TriageState;
  /** Unix ms. */
  readonly now: number;
  /** The row of a session that goes on would be moved into the future by a wrong clock. */
  readonly isBelieved: () => boolean;
}

/** What a state has that `taken` had not. */
export function changeSince(
  taken: Taken,
  { state, triage, now, isBelieved }: Moment,
  db: HistoryDatabase,
): Change {
  const before = taken.state;
  const entries = newEntries(state.journal.items, taken.journalKey, before?.journal.items);
  const hasProblems = triage.problems !== taken.triage?.problems;
  const sweep = state.streamSweep.value;
  const sweptAt = sweep?.completedAt;
  const isSwept = sweptAt !== undefined && sweptAt !== before?.streamSweep.value?.completedAt;
  const swept = isSwept ? samplesOf(listedStreams(state).streams.values()) : undefined;
  const events = state.events === before?.events ? [] : state.events;
  // Resources that cannot be read now, with the reason.
  const failing = new Map(
    alwaysPolled.flatMap(({ key, name }) => {
      const { error } = state[key];
      return error ? [[name, error.code] as const] : [];
    }),
  );
  return {
    at: now,
    frames: framesOf(state, before),
    write({ journal, problems, sessions, gaps }) {
      if (entries.length > 0) {
        journal.add(entries);
        if (isBelieved()) sessions.journal(entries, state.clockSkew ?? 0);
      }
      if (hasProblems) problems.keep(triage.problems, now);
      if (swept && sweptAt !== undefined && isBelieved())
        sessions.sweep(swept, sweptAt, !sweep?.truncated && !sweep?.short, state.clockSkew);
      const insert = db.sql('INSERT OR IGNORE INTO event (at, kind, subject, message) VALUES (?, ?, ?, ?)');
      for (const { at, kind, subject, message } of events) insert.run(at, kind, subject, message);
      gaps.observe(failing, now);
    },
  };
}

/** Keeps how servers, applications, streams and the dashboard are described at `now`. Call it within a transaction. */
export function keepDescriptions({ descriptions }: HistoryStores, state: ClusterState, now: number): void {
  const { servers, applicationSweep, streamSweep, dashboard } = state;
  // What a sweep read was so at its end, as its figures.
  const [streams, listed] = [streamSweep.value, applicationSweep.value];
  descriptions.keep(servers, listed?.items.values() ?? [], now, listed?.completedAt);
  if (streams) descriptions.keepStates(listedStreams(state).streams, streams.completedAt ?? now);
  if (dashboard.value) descriptions.keepDashboard(dashboard.value, now);
}

/** How many entries before the last known one are checked again, because late entries are inserted before others. */
const LATE_ENTRIES = 50;

/**
 * Entries after the one with that key, and late ones before it; all if the key is unknown. Entries that were
 * written already are left out here, because looking up each of them in the database takes longer than writing the
 * new ones.
 */
function newEntries(
  items: readonly JournalItem[],
  key: string | undefined,
  written: readonly JournalItem[] = [],
): JournalEntry[] {
  if (items === written) return [];
  const known = key === undefined ? -1 : items.findLastIndex((item) => item.key === key);
  const old = new Set(written.slice(-LATE_ENTRIES));
  return items
    .slice(Math.max(0, known + 1 - LATE_ENTRIES))
    .flatMap((item) => (item.kind === 'entry' && !old.has(item) ? [item.entry] : []));
}
