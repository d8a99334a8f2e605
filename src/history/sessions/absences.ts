import { HOUR_MS } from '../../base/durations.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import type { HistoryDatabase, StoredRow } from '../database.ts';
import type { Period } from '../samples/range.ts';

/** A time in which no copy of a stream was published. Both ends are exact, or lie in a range. Unix ms. */
export interface Absence {
  readonly streamKey: string;
  /** An application that it was on. */
  readonly application: string;
  readonly began: Period;
  /** Undefined while it lasts. */
  readonly ended: Period | undefined;
  /** The journal says that the publisher ended the stream (`CLOSING`). */
  readonly isClean: boolean;
}

/** One pass over all streams. Times are local Unix ms. */
export interface SweepTimes {
  readonly at: number;
  /** No stream was read earlier than this. */
  readonly readFrom: number;
  /** The server's clock minus ours, ms. */
  readonly skew: number;
  readonly isComplete: boolean;
  /** Keys whose stream is listed under another one now, with the id that it had. */
  readonly renamed?: ReadonlySet<string>;
}

/** What is known of a stream key before a sweep. `startTime` is by the server's clock. */
export interface SeenStream {
  readonly streamKey: string;
  readonly application: string;
  readonly startTime: number | undefined;
  readonly seenAt: number;
}

type Listed = Omit<SeenStream, 'seenAt'>;

interface Numbered extends Absence {
  readonly id: number;
}

/** What is known of the streams with one key. */
interface KnownKey {
  application: string;
  startTime: number | undefined;
  /** When it was surely published, and when it was surely missing. */
  seenAt: number;
  missedAt: number;
  /** Start of the current publishing: older entries of the journal are about an earlier one. */
  since: number;
  away: Numbered | undefined;
  recent: readonly Numbered[];
}

/** Noise of a clock skew and of the moment at which a sweep reads a stream, ms. */
const NOISE_MS = 5_000;
/** Absences of a key that are kept in memory. */
const MOST_RECENT = 20;
/** The journal of this time is read again at a start, ms. */
const REREAD_MS = 6 * HOUR_MS;
const MOST_REREAD = 20_000;
/** Keys in memory besides those of the newest sweep. */
const MOST_HELD = 5_000;

const OBJECT = /^Stream:\s*(.+)$/;
const STATE = /\b(PUBLISHED|UNPUBLISHED|CLOSING|CLOSED|NOT_PUBLISHED)\b/;
const COLUMNS =
  'id, stream_key, application, began_from, began_to, ended_from, ended_to, is_clean FROM sound_stream_absence';

/** Absences that touch (from, to]. */
export function readAbsences(db: HistoryDatabase, from: number, to: number): readonly Absence[] {
  return db
    .sql(
      `SELECT ${COLUMNS} WHERE began_from < ? AND (ended_to > ? OR ended_to IS NULL) ORDER BY began_from, id`,
    )
    .all(to, from)
    .map(absenceOf);
}

/** Follows which streams are published: by the journal to the second, else by sweeps as a range. */
export class AbsenceTracker {
  readonly #db: HistoryDatabase;
  readonly #known = new Map<string, KnownKey>();

  constructor(db: HistoryDatabase) {
    this.#db = db;
  }

  /** Streams that an earlier run of the program has seen. Of those whose session is over the journal may tell more. */
  seed(streams: Iterable<SeenStream>): void {
    const all = [...streams];
    const ended = this.#endedAfter(all.reduce((last, { seenAt }) => Math.max(last, seenAt), 0) - REREAD_MS);
    for (const stream of all) {
      const { streamKey, seenAt } = stream;
      const [own, away] = [this.#known.get(streamKey), this.#openOf(streamKey)];
      if (!own) this.#remember(stream, seenAt, [...(ended.get(streamKey) ?? []), ...(away ? [away] : [])]);
      else if (seenAt > own.seenAt) own.seenAt = seenAt;
    }
    for (const [streamKey, own] of ended) {
      const last = own.at(-1);
      const seenAt = last?.ended?.to;
      if (seenAt && !this.#known.has(streamKey) && !this.#openOf(streamKey))
        this.#remember({ ...last, startTime: undefined, seenAt }, seenAt, own);
    }
  }

  /** Takes new entries of the journal. Call it within a transaction, before `sweep`; the same below. */
  journal(entries: readonly JournalEntry[], skew: number): void {
    const sorted = entries.toSorted((a, b) => a.createDate - b.createDate);
    for (const { objectName, message, createDate } of sorted) {
      const streamKey = OBJECT.exec(objectName ?? '')?.[1];
      const state = STATE.exec(message ?? '')?.[1];
      if (streamKey === undefined || state === undefined) continue;
      const own = this.#known.get(streamKey) ?? this.#recalled(streamKey);
      if (!own) continue;
      const at = createDate - skew;
      if (state === 'PUBLISHED') this.#published(own, at);
      else this.#off(streamKey, own, at, state === 'CLOSING');
    }
  }

  sweep(streams: Iterable<Listed>, times: SweepTimes): void {
    const met = new Set<string>();
    for (const stream of streams) {
      const { streamKey } = stream;
      met.add(streamKey);
      const own = this.#known.get(streamKey) ?? this.#recalled(streamKey) ?? this.#firstSeen(stream, times);
      this.#present(own, stream, times);
      this.#known.delete(streamKey);
      this.#known.set(streamKey, own);
    }
    if (times.isComplete)
      for (const [streamKey, own] of this.#known)
        if (!met.has(streamKey)) this.#missing(streamKey, own, times);
    for (const streamKey of this.#known.keys()) {
      if (this.#known.size <= met.size + MOST_HELD) break;
      this.#known.delete(streamKey);
    }
  }

  /** Absences of this key that are known and touch (from, to], oldest first. */
  between(streamKey: string, from: number, to: number): readonly Absence[] {
    const recent = this.#known.get(streamKey)?.recent ?? [];
    return recent.filter(({ began, ended }) => began.from < to && (ended?.to ?? to) > from);
  }

  #published(own: KnownKey, at: number): void {
    const last = lastOf(own);
    if (own.away && at >= own.away.began.from) this.#close(own, own.away, { from: at, to: at });
    else if (last?.ended && last.ended.from < last.ended.to && contains(last.ended, at))
      this.#put(own, { ...last, ended: { from: at, to: at } }, last.id);
    else return;
    own.since = Math.max(own.since, at);
  }

  #off(streamKey: string, own: KnownKey, at: number, isClean: boolean): void {
    const { away } = own;
    const began = { from: at, to: at };
    const last = lastOf(own);
    if (away) {
      if (away.began.from < away.began.to && contains(away.began, at))
        this.#put(own, { ...away, began, isClean }, away.id);
    } else if (last?.ended && at <= last.ended.to) {
      if (last.began.from < last.began.to && contains(last.began, at))
        this.#put(own, { ...last, began, isClean }, last.id);
    } else if (at > own.since - NOISE_MS) {
      this.#put(own, { streamKey, application: own.application, began, ended: undefined, isClean });
    }
  }

  #present(own: KnownKey, stream: Listed, { at, readFrom, skew }: SweepTimes): void {
    const { streamKey, application, startTime } = stream;
    const began = startTime === undefined ? undefined : startTime - skew;
    const isNew =
      startTime !== undefined &&
      began !== undefined &&
      (own.startTime === undefined ? own.away !== undefined : startTime > own.startTime) &&
      began >= own.seenAt - NOISE_MS;
    const { away } = own;
    if (away) {
      const wasReadLater = readFrom > away.began.to;
      if (isNew && began >= away.began.from - NOISE_MS) {
        const back = Math.max(began, away.began.from);
        this.#close(own, away, { from: back, to: back });
      } else if (!wasReadLater) return;
      else if (isPublishedSince(own, away, startTime, began)) this.#drop(own, away);
      else this.#close(own, away, { from: Math.max(away.began.to, own.missedAt), to: at });
    } else if (
      isNew &&
      // On another application it began before it ended on the first one, or the journal would say so.
      application === own.application &&
      began > (lastOf(own)?.ended?.to ?? Number.NEGATIVE_INFINITY) + NOISE_MS
    ) {
      const ended = { from: began, to: began };
      const left = { from: Math.min(own.seenAt, began), to: began };
      this.#put(own, { streamKey, application, began: left, ended, isClean: false });
    }
    own.startTime = startTime ?? own.startTime;
    own.application = application;
    own.since = Math.max(own.since, began ?? own.since);
    own.seenAt = readFrom;
  }

  #missing(streamKey: string, own: KnownKey, { at, readFrom, renamed }: SweepTimes): void {
    own.missedAt = readFrom;
    const isClean = renamed?.has(streamKey) === true;
    if (own.away && isClean) this.#put(own, { ...own.away, isClean }, own.away.id);
    // It may have been read just before it came back.
    if (own.away || (lastOf(own)?.ended?.to ?? 0) > readFrom) return;
    const began = { from: Math.min(own.seenAt, at), to: at };
    this.#put(own, { streamKey, application: own.application, began, ended: undefined, isClean });
  }

  #remember(stream: SeenStream, since: number, recent: readonly Numbered[] = []): KnownKey {
    const { application, startTime, seenAt, streamKey } = stream;
    const away = recent.find(({ ended }) => ended === undefined);
    const own = { application, startTime, seenAt, missedAt: 0, since, away, recent };
    this.#known.set(streamKey, own);
    return own;
  }

  #firstSeen(stream: Listed, { at, readFrom, skew }: SweepTimes): KnownKey {
    const since = stream.startTime === undefined ? at : stream.startTime - skew;
    return this.#remember({ ...stream, seenAt: readFrom }, since);
  }

  /** A key that was forgotten while it was away. */
  #recalled(streamKey: string): KnownKey | undefined {
    const away = this.#openOf(streamKey);
    const seenAt = away?.began.from ?? 0;
    return away && this.#remember({ ...away, startTime: undefined, seenAt }, seenAt, [away]);
  }

  #close(own: KnownKey, away: Numbered, ended: Period): void {
    const beganTo = Math.min(away.began.to, Math.max(away.began.from, ended.to));
    const began = { from: away.began.from, to: beganTo };
    const later = { from: Math.max(ended.from, began.from), to: ended.to };
    this.#put(own, { ...away, began, ended: later }, away.id);
  }

  #openOf(streamKey: string): Numbered | undefined {
    const row = this.#db
      .sql(`SELECT ${COLUMNS} WHERE stream_key = ? AND ended_to IS NULL ORDER BY id DESC LIMIT 1`)
      .get(streamKey);
    return row && absenceOf(row);
  }

  /** The newest ones that ended after this time, by stream key: a program that starts reads their entries again. */
  #endedAfter(after: number): ReadonlyMap<string, readonly Numbered[]> {
    const rows = this.#db
      .sql(`SELECT ${COLUMNS} WHERE ended_to > ? ORDER BY ended_to DESC LIMIT ${MOST_REREAD}`)
      .all(after);
    return Map.groupBy(rows.map(absenceOf).reverse(), ({ streamKey }) => streamKey);
  }

  #put(own: KnownKey, next: Absence, id?: number): void {
    const { began, ended, isClean } = next;
    const row = this.#db
      .sql(
        `INSERT INTO stream_absence (id, stream_key, application, began_from, began_to, ended_from, ended_to, is_clean)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET began_from = excluded.began_from, began_to = excluded.began_to,
           ended_from = excluded.ended_from, ended_to = excluded.ended_to, is_clean = excluded.is_clean
         RETURNING id`,
      )
      .get(
        id ?? null,
        next.streamKey,
        next.application,
        Math.round(began.from),
        Math.round(began.to),
        ended ? Math.round(ended.from) : null,
        ended ? Math.round(ended.to) : null,
        isClean ? 1 : 0,
      );
    const stored = { ...next, id: Number(row?.id) };
    own.recent = [...own.recent.filter((each) => each.id !== stored.id), stored].slice(-MOST_RECENT);
    own.away = ended ? undefined : stored;
  }

  #drop(own: KnownKey, { id }: Numbered): void {
    this.#db.sql('DELETE FROM stream_absence WHERE id = ?').run(id);
    own.recent = own.recent.filter((each) => each.id !== id);
    own.away = undefined;
  }
}

const lastOf = ({ recent }: KnownKey) => recent.findLast(({ ended }) => ended !== undefined);

/** Whether a listed publishing goes on since before an absence: the end that the journal reported was that of another one. */
function isPublishedSince(
  own: KnownKey,
  away: Absence,
  startTime: number | undefined,
  began = Number.POSITIVE_INFINITY,
): boolean {
  const isSame = startTime !== undefined && startTime === own.startTime;
  return isSame || (own.missedAt < away.began.from && began < away.began.from - NOISE_MS);
}

function contains({ from, to }: Period, at: number): boolean {
  return at >= from && at <= to;
}

function absenceOf(row: StoredRow): Numbered {
  const ended =
    row.ended_to === null ? undefined : { from: Number(row.ended_from), to: Number(row.ended_to) };
  return {
    id: Number(row.id),
    streamKey: String(row.stream_key),
    application: String(row.application),
    began: { from: Number(row.began_from), to: Number(row.began_to) },
    ended,
    isClean: row.is_clean === 1,
  };
}
