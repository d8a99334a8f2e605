import type { Clock } from '../base/clock.ts';
import { MINUTE_MS } from '../base/durations.ts';
import { turn } from '../base/turn.ts';
import { listedStreams } from '../cluster/copies.ts';
import type { JournalItem } from '../cluster/journal/log.ts';
import { alwaysPolled } from '../cluster/resources.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { JournalEntry } from '../protocol/journal.ts';
import type { TriageState } from '../triage/engine.ts';
import { APART_MS, createClockTrust } from './clock-trust.ts';
import type { HistoryDatabase } from './database.ts';
import { createDescriptionStore } from './description-store.ts';
import { HistoryError, type HistoryErrorCode, historyError } from './error.ts';
import { createGapStore, lastAlive } from './gap-store.ts';
import { createJournalStore } from './journal-store.ts';
import { createLease } from './lease.ts';
import { createProblemStore } from './problems/problem-store.ts';
import { neverTooOld, prunedParts, pruneHistory, type Retention } from './retention.ts';
import { framesOf } from './samples/frames.ts';
import type { Frame } from './samples/kinds.ts';
import { knownRange, type Period } from './samples/range.ts';
import { createSampleStore } from './samples/sample-store.ts';
import { rollUpDue, seal } from './samples/seal.ts';
import { createServerClock } from './server-clock.ts';
import { StreamSessionStore } from './sessions/session-store.ts';
import { samplesOf } from './sessions/stream-sessions.ts';
import { newlySetAside, type SetAside } from './set-aside.ts';

/** How often the file is looked for in its place, blocks are sealed and the journal is packed, ms. */
const UPKEEP_MS = 5_000;
/**
 * How often what is new is written, and the lease renewed, in one transaction, ms. A transaction writes whole pages, mostly the
 * same ones as the one before. A crash loses this time at most.
 */
export const WRITE_MS = 15_000;
const PRUNE_MS = 10 * MINUTE_MS;
/** Time until the next try after a failure that does not pass by itself, ms. After others it is tried at each tick. */
const RETRY_MS = MINUTE_MS;
/** The log is copied to the file, so that a copy of the file has all but the newest minutes, ms. */
const CHECKPOINT_MS = 10 * MINUTE_MS;
/** Most changes of the state that wait in memory while they cannot be written, as with a full disk: ten minutes at two seconds. */
const MOST_WAITING = 300;

export type WriterStatus =
  | { readonly kind: 'writing' }
  /** Another program writes this history. */
  | { readonly kind: 'waiting' }
  /** It belongs to another user, and is only read. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'failing'; readonly error: HistoryError };

/** Something about the history that people should know. */
export type HistoryNotice =
  /** The clock is this far (ms) from the last sign of life, so nothing is deleted by it yet. */
  | { readonly kind: 'clock-doubted'; readonly apartMs: number }
  /** More than a day of samples was deleted. */
  | { readonly kind: 'pruned'; readonly part: Period }
  /** Rows of an earlier run under a wrong clock, which are not shown. */
  | ({ readonly kind: 'set-aside' } & SetAside);

export interface HistoryWriterOptions {
  readonly clock: Clock;
  readonly retention: Retention;
  /** The start of the data that was lost with an earlier file, Unix ms. */
  readonly lostFrom?: number | undefined;
  readonly onStatus?: (status: WriterStatus) => void;
  readonly onNotice?: (notice: HistoryNotice) => void;
}

export type HistoryWriter = ReturnType<typeof createHistoryWriter>;

/**
 * Writes a cluster's state to its history as it changes. A failure is a status, not an exception, and it tries again.
 * While another program writes the same history, this one waits.
 */
export function createHistoryWriter(db: HistoryDatabase, options: HistoryWriterOptions) {
  const { clock, retention } = options;
  const lease = createLease(db);
  let stores = createStores(db);
  let status: WriterStatus | undefined;
  let written: ClusterState | undefined;
  let writtenTriage: TriageState | undefined;
  let journalKey: string | undefined;
  let writtenKey: string | undefined;
  let pending: Waiting[] = [];
  let wroteAt = Number.NEGATIVE_INFINITY;
  /** Unix ms. */
  let writtenUpTo = 0;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let prunedAt = Number.NEGATIVE_INFINITY;
  let copiedAt = clock.monotonic();
  let retryAt = Number.NEGATIVE_INFINITY;
  let busy: Promise<void> | undefined;
  let lostFrom = options.lostFrom;
  let keptAt: number | undefined;
  let closed = false;
  let skew: number | undefined;
  const doubt = db.sql("SELECT value FROM sound_about WHERE key = 'doubted'").get();
  const trust = createClockTrust(lastAlive(db) ?? knownRange(db)?.to, doubt !== undefined);
  let wasBelieved = false;
  let isDoubted = doubt !== undefined;

  const become = (next: WriterStatus) => {
    const isSame =
      next.kind === 'failing'
        ? status?.kind === 'failing' && next.error.code === status.error.code
        : next.kind === status?.kind;
    status = next;
    if (!isSame) options.onStatus?.(next);
  };
  const attempt = (work: () => void): boolean => {
    if (clock.monotonic() < retryAt) return false;
    try {
      work();
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  };
  /** Another program wrote, or nothing can be written: the whole state is new to the database. */
  const forget = () => {
    stores = createStores(db);
    pending = [];
    journalKey = writtenKey;
    written = undefined;
    writtenTriage = undefined;
  };
  const fail = (error: unknown) => {
    const failure = isGone() ? goneError(db.path) : historyError(db.path, error);
    // The memory of the stores does not match the database: new ones read it again.
    if (MAY_PASS.has(failure.code)) stores = createStores(db);
    else {
      forget();
      retryAt = clock.monotonic() + RETRY_MS;
    }
    become({ kind: 'failing', error: failure });
  };
  const isGone = () => {
    try {
      return !db.isInPlace();
    } catch {
      return false;
    }
  };
  /** The doubt is stored, so that many short runs under a wrong clock delete nothing either. */
  const keepDoubt = () => {
    if (isDoubted === !trust.isSettled) return;
    isDoubted = !trust.isSettled;
    if (!isDoubted) db.sql("DELETE FROM about WHERE key = 'doubted'").run();
    else {
      db.sql("INSERT OR REPLACE INTO about (key, value) VALUES ('doubted', ?)").run(String(trust.since));
      options.onNotice?.({ kind: 'clock-doubted', apartMs: trust.apartMs });
    }
  };
  /** A wrong clock that held for hours was believed: what is known before now ends with the newest figures. */
  const stepBack = (now: number) => {
    if ((lastAlive(db) ?? now) <= now + APART_MS) return;
    const last = knownRange(db, now)?.to ?? now;
    db.sql("INSERT OR REPLACE INTO about (key, value) VALUES ('alive', ?)").run(String(last));
  };
  const look = () => {
    if (!db.isInPlace()) throw goneError(db.path);
    keptAt = clock.now();
    trust.look({ now: keptAt, monotonic: clock.monotonic(), skew });
  };
  /** Renews the lease and writes what was gathered. */
  const write = () => {
    look();
    const now = clock.now();
    let aside: SetAside | undefined;
    const right = db.transaction(() => {
      const renewed = lease.renew(now);
      if (renewed !== 'renewed') forget();
      if (!renewed) return undefined;
      if (trust.isBelieved) {
        stepBack(now);
        stores.gaps.alive(now, wasBelieved ? Math.min(now, pending[0]?.at ?? now) : trust.since);
        if (!wasBelieved) aside = newlySetAside(db);
      }
      wasBelieved = trust.isBelieved;
      stores.gaps.damaged();
      if (lostFrom !== undefined) stores.gaps.lost(lostFrom, now);
      if (skew !== undefined && trust.isBelieved) stores.serverClock.keep(skew, now);
      stores.samples.addFrame(...pending.flatMap(({ frames }) => frames));
      for (const { work } of pending) work(stores);
      stores.problems.seen(now);
      if (written) {
        const { servers, applicationSweep, streamSweep, dashboard } = written;
        // What a sweep read was so at its end, as its figures.
        const [streams, listed] = [streamSweep.value, applicationSweep.value];
        stores.descriptions.keep(servers, listed?.items.values() ?? [], now, listed?.completedAt);
        if (streams)
          stores.descriptions.keepStates(listedStreams(written).streams, streams.completedAt ?? now);
        if (dashboard.value) stores.descriptions.keepDashboard(dashboard.value, now);
      }
      return renewed;
    });
    renewedAt = clock.monotonic();
    if (pending.length > 0) wroteAt = renewedAt;
    pending = [];
    writtenKey = journalKey;
    writtenUpTo = now;
    if (right) {
      lostFrom = undefined;
      keepDoubt();
      if (aside) options.onNotice?.({ kind: 'set-aside', ...aside });
    }
    become({ kind: right ? 'writing' : 'waiting' });
  };

  const gather = (state: ClusterState, triage: TriageState) => {
    const now = clock.now();
    skew = state.clockSkew ?? skew;
    // The row of a session that goes on would be moved into the future by a wrong clock.
    const ifBelieved = (work: () => void) => trust.isBelieved && work();
    const frames = framesOf(state, written);
    const entries = newEntries(state.journal.items, journalKey, written?.journal.items);
    const hasProblems = triage.problems !== writtenTriage?.problems;
    const sweep = state.streamSweep.value;
    const isSwept =
      sweep?.completedAt !== undefined && sweep.completedAt !== written?.streamSweep.value?.completedAt;
    const swept = isSwept ? samplesOf(listedStreams(state).streams.values()) : undefined;
    const events = state.events === written?.events ? [] : state.events;
    const failing = failures(state);
    const work: Waiting['work'] = ({ journal, problems, sessions, gaps }) => {
      if (entries.length > 0) {
        journal.add(entries);
        ifBelieved(() => sessions.journal(entries, state.clockSkew ?? 0));
      }
      if (hasProblems) problems.keep(triage.problems, now);
      const at = sweep?.completedAt;
      if (swept && at !== undefined)
        ifBelieved(() => sessions.sweep(swept, at, !sweep?.truncated && !sweep?.short, state.clockSkew));
      const insert = db.sql('INSERT OR IGNORE INTO event (at, kind, subject, message) VALUES (?, ?, ?, ?)');
      for (const { at, kind, subject, message } of events) insert.run(at, kind, subject, message);
      gaps.observe(failing, now);
    };
    pending.push({ at: now, frames, work });
    if (pending.length > MOST_WAITING) pending.shift();
    written = state;
    writtenTriage = triage;
    journalKey = state.journal.items.findLast(({ kind }) => kind === 'entry')?.key ?? journalKey;
  };

  const prune = (now: number) => {
    // Far from the last sign of life, only the size of the file is a reason to delete something.
    const ages = trust.isSettled ? retention : { ...neverTooOld, maxBytes: retention.maxBytes };
    const parts = prunedParts(db, now, () => {
      if (!pruneHistory(db, ages, now)) return;
      stores.samples.dropUnused();
      stores.descriptions.reread();
    });
    for (const part of parts) options.onNotice?.({ kind: 'pruned', part });
  };
  const upkeep = async () => {
    const now = clock.now();
    const { samples, journal } = stores;
    // A block that is sealed while some of its frames wait would be written twice.
    await seal(db, samples, pending.length === 0 ? now : Math.min(now, writtenUpTo));
    while (journal.pack()) await turn();
    await rollUpDue(db, samples, now);
    if (clock.monotonic() - copiedAt >= CHECKPOINT_MS) {
      db.checkpoint();
      copiedAt = clock.monotonic();
    }
    if (now - prunedAt >= PRUNE_MS || now < prunedAt) {
      prune(now);
      prunedAt = now;
    }
  };
  const tick = () => {
    if (closed) return;
    // The tick that is nearest to the time of writing; at the next one the lease would be over.
    const isDue = clock.monotonic() - renewedAt > WRITE_MS - UPKEEP_MS / 2;
    if (attempt(status?.kind === 'writing' && !isDue ? look : write) && status?.kind === 'writing') {
      busy ??= upkeep()
        .catch(fail)
        .finally(() => {
          busy = undefined;
        });
    }
    cancel = clock.after(UPKEEP_MS, tick);
  };
  let cancel = () => {};
  tick();

  return {
    /** Takes what is new in both, and writes it within 15 s. Call it at each change of the store. */
    take(state: ClusterState, triage: TriageState) {
      if ((status?.kind !== 'writing' && status?.kind !== 'failing') || closed) return;
      attempt(() => {
        gather(state, triage);
        if (status?.kind === 'writing' && clock.monotonic() - wroteAt >= WRITE_MS) write();
      });
    },
    /** Writes what was taken up to that moment (Unix ms), if it is not written yet. */
    flush(moment: number) {
      if (status?.kind === 'writing' && moment >= writtenUpTo) attempt(write);
    },
    /** Undefined before the first attempt. */
    get status() {
      return status;
    },
    /** When the file was last seen in its place, Unix ms. */
    get keptAt() {
      return keptAt;
    },
    /** Finishes the current work and gives up the lease. */
    async close() {
      closed = true;
      cancel();
      await busy;
      if (status?.kind === 'writing' || pending.length > 0) attempt(write);
      attempt(() => lease.release());
      attempt(() => db.checkpoint());
      db.close();
    },
  };
}

/** Failures after which the same is tried again. */
const MAY_PASS: ReadonlySet<HistoryErrorCode> = new Set(['FULL', 'DISK', 'LOCKED']);

/** What was new at a moment (Unix ms), until it is written. */
interface Waiting {
  readonly at: number;
  readonly frames: readonly Frame[];
  readonly work: (stores: ReturnType<typeof createStores>) => void;
}

function goneError(path: string): HistoryError {
  return new HistoryError(
    'GONE',
    `the history ${path} was removed or replaced while it was written: it is opened again, and a new one is started if there is none`,
  );
}

function createStores(db: HistoryDatabase) {
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

/** Resources that cannot be read now, with the reason. */
function failures(state: ClusterState): ReadonlyMap<string, string> {
  return new Map(
    alwaysPolled.flatMap(({ key, name }) => {
      const { error } = state[key];
      return error ? [[name, error.code] as const] : [];
    }),
  );
}
