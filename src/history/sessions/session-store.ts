import * as z from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import { tableOf } from '../../base/table.ts';
import { turn } from '../../base/turn.ts';
import { streamName } from '../../cluster/figures.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import { moment } from '../../triage/facts.ts';
import type { HistoryDatabase, StoredRow } from '../database.ts';
import { createGapStore, WATCHING } from '../gap-store.ts';
import { knownRange, type Period } from '../samples/range.ts';
import { jsonColumn, storedRow } from '../stored-row.ts';
import { type Absence, AbsenceTracker, readAbsences } from './absences.ts';
import { type NewestFigures, readNewest, withNewest, writeNewest } from './newest-figures.ts';
import { createSessionHours } from './session-hours.ts';
import {
  addFigures,
  continued,
  figureNames,
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

/** A session with the id of its row. */
export interface NumberedSession {
  readonly id: number;
  readonly session: OpenSession;
}

// Rows of an older version lack the newest figures.
const figures = z.object(tableOf(figureNames, () => z.number().default(0)));
const reading = z.object({ viewers: z.number(), atRisk: z.number(), degraded: z.number() });
const rowSchema = z.object({
  id: z.number(),
  application: z.string(),
  stream_key: z.string(),
  published_at: moment,
  seen_at: moment,
  ended_at: moment.nullable(),
  data: jsonColumn(
    z.object({
      startTime: moment.nullish(),
      streamId: z.string().optional(),
      hour: moment,
      figures,
      last: reading.optional(),
    }),
  ),
});

/**
 * Most sessions in memory besides those of the newest sweep. An incomplete sweep ends no session, so without a
 * limit a cluster with new streams in each sweep would fill the memory. The others are read again when their
 * streams return.
 */
const MOST_HELD = 5_000;

/** Streams that one page of a sweep holds, so that they are read at one moment. */
const PAGE_STREAMS = 500;

export const SESSIONS =
  'SELECT id, application, stream_key, published_at, seen_at, ended_at, data FROM sound_stream_session';

export function createStreamSessionStore(db: HistoryDatabase) {
  const hours = createSessionHours(db);
  let open: Map<string, NumberedSession> | undefined;
  /** Figures that are newer than the row of their session, by its id. */
  const newest = new Map<number, NewestFigures>();
  let sweptAt: number | undefined;
  const absences = new AbsenceTracker(db);
  const gaps = createGapStore(db);

  /** Sessions of an earlier run that may continue: those without an end, and those that ended recently. */
  const load = (at: number): Map<string, NumberedSession> => {
    const rows = db
      .sql(
        `SELECT * FROM (${SESSIONS} WHERE ended_at IS NULL ORDER BY id DESC LIMIT ${MOST_HELD})
         UNION SELECT * FROM (${SESSIONS} WHERE seen_at > ? ORDER BY seen_at DESC LIMIT ${MOST_HELD})
         ORDER BY seen_at`,
      )
      .all(at - SAME_SESSION_MS)
      // Rows of the future were written under a wrong clock.
      .filter(({ seen_at }) => Number(seen_at) <= at + DAY_MS);
    return new Map(rows.flatMap(sessionOf).map((each) => [streamName(each.session), each]));
  };
  const begin = (at: number): Map<string, NumberedSession> => {
    if (open) return open;
    settleNewest(db);
    open = load(at);
    absences.seed([...open.values()].map(({ session }) => session));
    return open;
  };
  const put = (session: OpenSession): NumberedSession => {
    const numbered = putSession(db, session);
    newest.delete(numbered.id);
    return numbered;
  };
  /** Writes the row only if more than its newest figures has changed. */
  const keepOn = (before: NumberedSession | undefined, session: OpenSession): NumberedSession => {
    if (!before || !goesOn(before.session, session)) return put(session);
    const { publishedAt, seenAt, hour, figures: own, last } = session;
    newest.set(before.id, { publishedAt, seenAt, hour, figures: own, last });
    return { id: before.id, session };
  };
  /** The newest session of a stream that is not in memory. */
  const stored = ({ application, streamKey }: StreamSample, at: number): NumberedSession | undefined => {
    const row = db
      .sql(
        `${SESSIONS} WHERE application = ? AND stream_key = ? AND seen_at <= ? ORDER BY published_at DESC LIMIT 1`,
      )
      .get(application, streamKey, at + DAY_MS);
    return row && sessionOf(row)[0];
  };

  const unwatchedBefore = (at: number) =>
    gaps.read(at - DAY_MS, at).filter(({ resource }) => resource === WATCHING);
  /** Before the first sweep of a run: since when the cluster is watched, or the last sweep of the run before. */
  const unreadSince = (sessions: Iterable<NumberedSession>, at: number): number => {
    let since = Math.max(knownRange(db, at)?.from ?? at, ...unwatchedBefore(at).map(({ to }) => to));
    for (const { session } of sessions) since = Math.max(since, session.seenAt);
    return Math.min(since, at);
  };

  /** Start of the stored hour that contains a time; of a local one if none is stored. */
  const storedHour = (at: number) => {
    const before = db
      .sql('SELECT starts_at FROM sound_session_hour WHERE starts_at < ? ORDER BY starts_at DESC LIMIT 1')
      .get(at);
    return before ? hourOf(at, Number(before.starts_at)) : hourOf(at);
  };

  return {
    /** Number of sessions in memory. */
    get held() {
      return open?.size ?? 0;
    },
    /** Figures are stored by the hour: the whole hours that contain (from, to]. They are those of the recorder's zone. */
    wholeHours: (from: number, to: number): Period => ({
      from: storedHour(from + 1),
      to: storedHour(to) + HOUR_MS,
    }),
    /** Takes new entries of the journal, which say when streams began and ended. Call it within a transaction. */
    journal(entries: readonly JournalEntry[], skew: number) {
      if (entries.some(({ objectName }) => objectName?.startsWith('Stream'))) begin(clockOf(entries, skew));
      absences.journal(entries, skew);
    },
    /** Absences that touch (from, to], oldest first. */
    absences: (from: number, to: number): readonly Absence[] => readAbsences(db, from, to),
    /**
     * Takes one sweep over all streams at `at` (Unix ms). If it is `complete`, a stream that is missing in it has
     * ended. `skew` is the server's clock minus ours. Call it within a transaction, after `journal`.
     */
    sweep(samples: ReadonlyMap<string, StreamSample>, at: number, complete: boolean, skew = 0) {
      const sessions = begin(at);
      const isFirst = sweptAt === undefined;
      sweptAt ??= unreadSince(sessions.values(), at);
      const readFrom = samples.size > PAGE_STREAMS ? Math.max(at - MINUTE_MS, sweptAt) : at;
      const renamed = renamedIn(sessions, samples);
      absences.sweep(byKey(samples.values()), {
        at,
        readFrom,
        skew,
        isComplete: complete,
        renamed: new Set(renamed.values()),
      });
      const over = new Map<number, Map<number, SessionFigures>>();
      const keep = (id: number, hoursOver: readonly SessionHour[]) => {
        for (const { hour, figures: own } of hoursOver) {
          const all = over.get(hour) ?? new Map<number, SessionFigures>();
          const known = all.get(id);
          over.set(hour, all.set(id, known ? addFigures(known, own) : own));
        }
      };
      // A sweep follows the one before within about a minute, or something was not watched.
      const unwatched = isFirst || at - sweptAt > 2 * MINUTE_MS ? unwatchedBefore(at) : [];
      const contextOf = ({ streamKey }: { readonly streamKey: string }, since: number) => ({
        at,
        sweptAt,
        skew,
        absences: absences.between(streamKey, since, at),
        unwatched,
      });
      for (const [name, sample] of samples) {
        const before = sessions.get(name) ?? stored(sample, at);
        const context = contextOf(sample, before?.session.seenAt ?? at);
        const next = continued(before?.session, sample, {
          ...context,
          renamedAt: renamed.has(name) ? sweptAt : undefined,
        });
        const isOther = before !== undefined && before.session.publishedAt !== next.session.publishedAt;
        // The end of the previous publishing was not seen.
        if (isOther && before.session.endedAt === undefined)
          put({ ...before.session, endedAt: before.session.seenAt });
        const numbered = keepOn(before, next.session);
        // The map is in order of the last time seen, oldest first.
        sessions.delete(name);
        sessions.set(name, numbered);
        keep(numbered.id, next.over);
      }
      for (const [name, { session }] of complete ? sessions : []) {
        if (samples.has(name)) continue;
        const isLong = at - session.seenAt > SAME_SESSION_MS;
        if (session.endedAt === undefined) {
          const gone = left(session, contextOf(session, session.seenAt));
          const numbered = put(gone.session);
          sessions.set(name, numbered);
          keep(numbered.id, gone.over);
        } else if (isLong) sessions.delete(name);
      }
      for (const [hour, all] of over) hours.add(hour, all);
      sweptAt = at;
      for (const [name, { id, session }] of sessions) {
        if (sessions.size <= samples.size + MOST_HELD) break;
        if (newest.has(id)) put(session);
        sessions.delete(name);
      }
      writeNewest(db, newest);
    },
    /**
     * Sessions that were seen in the hours of (from, to], sorted by start, with their figures of these hours. For a
     * large cluster a month takes seconds, so it yields to other work in between.
     */
    async read(from: number, to: number): Promise<readonly StreamSession[]> {
      const first = storedHour(from + 1);
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
      for (const hour of hours.known(first, to)) {
        for (const [id, own] of hours.read(hour)) add(id, own);
        await turn();
      }
      return [...sessions]
        .sort(([id, a], [other, b]) => a.publishedAt - b.publishedAt || id - other)
        .map(([, session]) => session);
    },
  };
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

/** Writes the newest figures of all sessions into their rows. Call it within a transaction. */
export function settleNewest(db: HistoryDatabase): void {
  for (const [id, newest] of readNewest(db)) {
    for (const { session } of db.sql(`${SESSIONS} WHERE id = ?`).all(id).flatMap(sessionOf)) {
      const known = withNewest(session, newest);
      if (known !== session) putSession(db, known);
    }
  }
  db.sql('DELETE FROM session_newest').run();
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

function clockOf(entries: readonly JournalEntry[], skew: number): number {
  return Math.max(...entries.map(({ createDate }) => createDate)) - skew;
}

export function putSession(db: HistoryDatabase, session: OpenSession): NumberedSession {
  const { application, streamKey, publishedAt, seenAt, endedAt = null } = session;
  const { startTime, streamId, hour, figures: own, last } = session;
  const data = { startTime, streamId, hour, figures: own, last };
  const row = db
    .sql(
      `INSERT INTO stream_session (application, stream_key, published_at, seen_at, ended_at, data)
       VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (application, stream_key, published_at) DO UPDATE SET
         seen_at = excluded.seen_at, ended_at = excluded.ended_at, data = excluded.data
       RETURNING id`,
    )
    .get(application, streamKey, publishedAt, seenAt, endedAt, JSON.stringify(data));
  return { id: Number(row?.id), session };
}

export function sessionOf(row: StoredRow): NumberedSession[] {
  return storedRow(rowSchema, row).map(({ id, application, data, ...times }) => ({
    id,
    session: {
      application,
      streamKey: times.stream_key,
      publishedAt: times.published_at,
      seenAt: times.seen_at,
      endedAt: times.ended_at ?? undefined,
      startTime: data.startTime ?? undefined,
      streamId: data.streamId,
      hour: data.hour,
      figures: data.figures,
      ...(data.last && { last: data.last }),
    },
  }));
}
