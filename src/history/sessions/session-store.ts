import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import { turn } from '../../base/turn.ts';
import { streamName } from '../../cluster/figures.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import type { HistoryDatabase } from '../database.ts';
import { createGapStore, WATCHING } from '../gap-store.ts';
import { knownRange, type Period } from '../samples/range.ts';
import { type Absence, AbsenceTracker, readAbsences } from './absences.ts';
import { type NewestFigures, readNewest, withNewest, writeNewest } from './newest-figures.ts';
import { createSessionHours } from './session-hours.ts';
import { type NumberedSession, putSession, SESSIONS, sessionOf, settleNewest } from './session-rows.ts';
import {
  addFigures,
  continued,
  hourOf,
  left,
  noFigures,
  type OpenSession,
  SAME_SESSION_MS,
  type SessionFigures,
  type SessionHour,
  type StreamSample,
  type StreamSession,
} from './stream-sessions.ts';

/**
 * Most sessions in memory besides those of the newest sweep. An incomplete sweep ends no session, so without a
 * limit a cluster with new streams in each sweep would fill the memory. The others are read again when their
 * streams return.
 */
const MOST_HELD = 5_000;

/** Streams that one page of a sweep holds, so that they are read at one moment. */
const PAGE_STREAMS = 500;

/** Hours that are over, with the figures of each session in them by its id. */
type HoursOver = Map<number, Map<number, SessionFigures>>;

/** The publishings of all streams, from sweeps and the journal. */
export class StreamSessionStore {
  readonly #db: HistoryDatabase;
  readonly #hours: ReturnType<typeof createSessionHours>;
  readonly #absences: AbsenceTracker;
  readonly #gaps: ReturnType<typeof createGapStore>;
  #open: Map<string, NumberedSession> | undefined;
  /** Figures that are newer than the row of their session, by its id. */
  readonly #newest = new Map<number, NewestFigures>();
  #sweptAt: number | undefined;

  constructor(db: HistoryDatabase) {
    this.#db = db;
    this.#hours = createSessionHours(db);
    this.#absences = new AbsenceTracker(db);
    this.#gaps = createGapStore(db);
  }

  /** Number of sessions in memory. */
  get held(): number {
    return this.#open?.size ?? 0;
  }

  /** Figures are stored by the hour: the whole hours that contain (from, to]. They are those of the recorder's zone. */
  wholeHours(from: number, to: number): Period {
    return { from: this.#storedHour(from + 1), to: this.#storedHour(to) + HOUR_MS };
  }

  /** Takes new entries of the journal, which say when streams began and ended. Call it within a transaction. */
  journal(entries: readonly JournalEntry[], skew: number): void {
    if (entries.some(({ objectName }) => objectName?.startsWith('Stream')))
      this.#begin(Math.max(...entries.map(({ createDate }) => createDate)) - skew);
    this.#absences.journal(entries, skew);
  }

  /** Absences that touch (from, to], oldest first. */
  absences(from: number, to: number): readonly Absence[] {
    return readAbsences(this.#db, from, to);
  }

  /**
   * Takes one sweep over all streams at `at` (Unix ms). If it is `complete`, a stream that is missing in it has
   * ended. `skew` is the server's clock minus ours. Call it within a transaction, after `journal`.
   */
  sweep(samples: ReadonlyMap<string, StreamSample>, at: number, complete: boolean, skew = 0): void {
    const sessions = this.#begin(at);
    const isFirst = this.#sweptAt === undefined;
    const sweptAt = this.#sweptAt ?? this.#unreadSince(sessions.values(), at);
    const readFrom = samples.size > PAGE_STREAMS ? Math.max(at - MINUTE_MS, sweptAt) : at;
    const renamed = renamedIn(sessions, samples);
    this.#absences.sweep(byKey(samples.values()), {
      at,
      readFrom,
      skew,
      isComplete: complete,
      renamed: new Set(renamed.values()),
    });
    // A sweep follows the one before within about a minute, or something was not watched.
    const unwatched = isFirst || at - sweptAt > 2 * MINUTE_MS ? this.#unwatchedBefore(at) : [];
    const contextOf = ({ streamKey }: { readonly streamKey: string }, since: number) => ({
      at,
      sweptAt,
      skew,
      absences: this.#absences.between(streamKey, since, at),
      unwatched,
    });
    const over: HoursOver = new Map();
    for (const [name, sample] of samples) {
      const before = sessions.get(name) ?? this.#stored(sample, at);
      const context = contextOf(sample, before?.session.seenAt ?? at);
      const next = continued(before?.session, sample, {
        ...context,
        renamedAt: renamed.has(name) ? sweptAt : undefined,
      });
      const isOther = before !== undefined && before.session.publishedAt !== next.session.publishedAt;
      // The end of the previous publishing was not seen.
      if (isOther && before.session.endedAt === undefined)
        this.#put({ ...before.session, endedAt: before.session.seenAt });
      const numbered = this.#keepOn(before, next.session);
      // The map is in order of the last time seen, oldest first.
      sessions.delete(name);
      sessions.set(name, numbered);
      addHours(over, numbered.id, next.over);
    }
    for (const [name, { session }] of complete ? sessions : []) {
      if (samples.has(name)) continue;
      const isLong = at - session.seenAt > SAME_SESSION_MS;
      if (session.endedAt === undefined) {
        const gone = left(session, contextOf(session, session.seenAt));
        const numbered = this.#put(gone.session);
        sessions.set(name, numbered);
        addHours(over, numbered.id, gone.over);
      } else if (isLong) sessions.delete(name);
    }
    for (const [hour, all] of over) this.#hours.add(hour, all);
    this.#sweptAt = at;
    this.#forget(sessions, samples.size + MOST_HELD);
    writeNewest(this.#db, this.#newest);
  }

  /**
   * Sessions that were seen in the hours of (from, to], sorted by start, with their figures of these hours. For a
   * large cluster a month takes seconds, so it yields to other work in between.
   */
  async read(from: number, to: number): Promise<readonly StreamSession[]> {
    const db = this.#db;
    const first = this.#storedHour(from + 1);
    const sessions = new Map<number, StreamSession>();
    const add = (id: number, own: SessionFigures) => {
      const known = sessions.get(id);
      if (known) sessions.set(id, { ...known, ...addFigures(known, own) });
    };
    const keep = ({ id, session }: NumberedSession) => {
      const { hour, figures: own, ...identity } = session;
      sessions.set(id, { ...identity, ...noFigures });
      if (hour >= first && hour < to) add(id, own);
    };
    // When these were seen last is not in their rows.
    const current = readNewest(db);
    const goingOn = `${SESSIONS} WHERE ended_at IS NULL AND published_at <= ?`;
    for (const { id, session } of current.size === 0 ? [] : db.sql(goingOn).all(to).flatMap(sessionOf)) {
      const known = withNewest(session, current.get(id));
      if (known !== session && known.seenAt > first) keep({ id, session: known });
    }
    const isKept = new Set(sessions.keys());
    for (let start = first; start < to; start += DAY_MS) {
      const end = start + DAY_MS < to ? start + DAY_MS : Number.MAX_SAFE_INTEGER;
      const rows = db
        .sql(`${SESSIONS} WHERE seen_at > ? AND seen_at <= ? AND published_at <= ?`)
        .all(start, end, to);
      for (const numbered of rows.flatMap(sessionOf)) if (!isKept.has(numbered.id)) keep(numbered);
      await turn();
    }
    for (const hour of this.#hours.known(first, to)) {
      for (const [id, own] of this.#hours.read(hour)) add(id, own);
      await turn();
    }
    return [...sessions]
      .sort(([id, a], [other, b]) => a.publishedAt - b.publishedAt || id - other)
      .map(([, session]) => session);
  }

  #begin(at: number): Map<string, NumberedSession> {
    if (this.#open) return this.#open;
    settleNewest(this.#db);
    this.#open = this.#load(at);
    this.#absences.seed([...this.#open.values()].map(({ session }) => session));
    return this.#open;
  }

  /** Sessions of an earlier run that may continue: those without an end, and those that ended recently. */
  #load(at: number): Map<string, NumberedSession> {
    const rows = this.#db
      .sql(
        `SELECT * FROM (${SESSIONS} WHERE ended_at IS NULL ORDER BY id DESC LIMIT ${MOST_HELD})
         UNION SELECT * FROM (${SESSIONS} WHERE seen_at > ? ORDER BY seen_at DESC LIMIT ${MOST_HELD})
         ORDER BY seen_at`,
      )
      .all(at - SAME_SESSION_MS)
      // Rows of the future were written under a wrong clock.
      .filter(({ seen_at }) => Number(seen_at) <= at + DAY_MS);
    return new Map(rows.flatMap(sessionOf).map((each) => [streamName(each.session), each]));
  }

  #put(session: OpenSession): NumberedSession {
    const numbered = putSession(this.#db, session);
    this.#newest.delete(numbered.id);
    return numbered;
  }

  /** Writes the row only if more than its newest figures has changed. */
  #keepOn(before: NumberedSession | undefined, session: OpenSession): NumberedSession {
    if (!before || !goesOn(before.session, session)) return this.#put(session);
    const { publishedAt, seenAt, hour, figures: own, last } = session;
    this.#newest.set(before.id, { publishedAt, seenAt, hour, figures: own, last });
    return { id: before.id, session };
  }

  /** Those that were not seen for longest are dropped from memory. */
  #forget(sessions: Map<string, NumberedSession>, most: number): void {
    for (const [name, { id, session }] of sessions) {
      if (sessions.size <= most) return;
      if (this.#newest.has(id)) this.#put(session);
      sessions.delete(name);
    }
  }

  /** The newest session of a stream that is not in memory. */
  #stored({ application, streamKey }: StreamSample, at: number): NumberedSession | undefined {
    const row = this.#db
      .sql(
        `${SESSIONS} WHERE application = ? AND stream_key = ? AND seen_at <= ? ORDER BY published_at DESC LIMIT 1`,
      )
      .get(application, streamKey, at + DAY_MS);
    return row && sessionOf(row)[0];
  }

  #unwatchedBefore(at: number) {
    return this.#gaps.read(at - DAY_MS, at).filter(({ resource }) => resource === WATCHING);
  }

  /** Before the first sweep of a run: since when the cluster is watched, or the last sweep of the run before. */
  #unreadSince(sessions: Iterable<NumberedSession>, at: number): number {
    const watched = this.#unwatchedBefore(at).map(({ to }) => to);
    let since = Math.max(knownRange(this.#db, at)?.from ?? at, ...watched);
    for (const { session } of sessions) since = Math.max(since, session.seenAt);
    return Math.min(since, at);
  }

  /** Start of the stored hour that contains a time; of a local one if none is stored. */
  #storedHour(at: number): number {
    const before = this.#db
      .sql('SELECT starts_at FROM sound_session_hour WHERE starts_at < ? ORDER BY starts_at DESC LIMIT 1')
      .get(at);
    return before ? hourOf(at, Number(before.starts_at)) : hourOf(at);
  }
}

function addHours(over: HoursOver, id: number, hours: readonly SessionHour[]): void {
  for (const { hour, figures: own } of hours) {
    const all = over.get(hour) ?? new Map<number, SessionFigures>();
    const known = all.get(id);
    over.set(hour, all.set(id, known ? addFigures(known, own) : own));
  }
}

/** Whether only the newest figures of a session have changed. */
function goesOn(before: OpenSession, next: OpenSession): boolean {
  return (
    before.publishedAt === next.publishedAt &&
    before.startTime === next.startTime &&
    before.streamId === next.streamId &&
    before.hour === next.hour &&
    before.endedAt === undefined &&
    next.endedAt === undefined
  );
}

/** The keys that streams had in the sweep before, by their names now: the server's id stays. */
function renamedIn(
  sessions: ReadonlyMap<string, NumberedSession>,
  samples: ReadonlyMap<string, StreamSample>,
): ReadonlyMap<string, string> {
  const fresh = [...samples].filter(([name, { streamId }]) => streamId !== undefined && !sessions.has(name));
  if (fresh.length === 0) return new Map();
  const gone = new Map(
    [...sessions].flatMap(([name, { session }]): [string | undefined, string][] =>
      samples.has(name) || session.endedAt !== undefined ? [] : [[session.streamId, session.streamKey]],
    ),
  );
  return new Map(
    fresh.flatMap(([name, { streamId, streamKey }]) => {
      const before = gone.get(streamId);
      return before === undefined || before === streamKey ? [] : [[name, before]];
    }),
  );
}

/** One line for each stream key: its first copy, with the start of its oldest publishing. */
function byKey(samples: Iterable<StreamSample>) {
  const keys = new Map<string, StreamSample>();
  for (const sample of samples) {
    const known = keys.get(sample.streamKey);
    const isOlder = (sample.startTime ?? Number.POSITIVE_INFINITY) < (known?.startTime ?? 0);
    if (!known || isOlder) keys.set(sample.streamKey, sample);
  }
  return keys.values();
}
