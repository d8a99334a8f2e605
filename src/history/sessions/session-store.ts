import * as z from 'zod';
import { DAY_MS, HOUR_MS } from '../../base/durations.ts';
import { tableOf } from '../../base/table.ts';
import { turn } from '../../base/turn.ts';
import { streamName } from '../../cluster/figures.ts';
import type { HistoryDatabase, StoredRow } from '../database.ts';
import { jsonColumn, moment, storedRow } from '../stored-row.ts';
import { createSessionHours } from './session-hours.ts';
import {
  addFigures,
  continued,
  figureNames,
  hourOf,
  noFigures,
  type OpenSession,
  SAME_SESSION_MS,
  type SessionFigures,
  type StreamSample,
  type StreamSession,
} from './stream-sessions.ts';

export interface StreamSessionStore {
  /**
   * One sweep over all streams at `at` (Unix ms). `complete` says that a stream that is missing has ended. Within a
   * transaction.
   */
  sweep(samples: ReadonlyMap<string, StreamSample>, at: number, complete: boolean): void;
  /**
   * Sessions that were seen some time in the hours of (from, to], in the order of their beginning, with what they did in
   * these hours: figures are kept by the hour. Of a large cluster a month takes seconds: other work gets its turn.
   */
  read(from: number, to: number): Promise<readonly StreamSession[]>;
}

/** With the number of its row. */
export interface NumberedSession {
  readonly id: number;
  readonly session: OpenSession;
}

const figures = z.object(tableOf(figureNames, () => z.number()));
const rowSchema = z.object({
  id: z.number(),
  application: z.string(),
  stream_key: z.string(),
  published_at: moment,
  seen_at: moment,
  ended_at: moment.nullable(),
  data: jsonColumn(z.object({ startTime: moment.nullish(), hour: moment, figures })),
});

export const SESSIONS =
  'SELECT id, application, stream_key, published_at, seen_at, ended_at, data FROM stream_session';

export function createStreamSessionStore(db: HistoryDatabase): StreamSessionStore {
  const hours = createSessionHours(db);
  let open: Map<string, NumberedSession> | undefined;
  let sweptAt: number | undefined;

  /** Sessions of an earlier run may go on: those of which no end is known, and those that ended just now. */
  const load = (at: number): Map<string, NumberedSession> => {
    const rows = db
      .sql(`${SESSIONS} WHERE ended_at IS NULL UNION ${SESSIONS} WHERE seen_at > ? ORDER BY seen_at`)
      .all(at - SAME_SESSION_MS);
    return new Map(rows.flatMap(sessionOf).map((each) => [streamName(each.session), each]));
  };
  const put = (session: OpenSession) => putSession(db, session);

  return {
    sweep(samples, at, complete) {
      open ??= load(at);
      const over = new Map<number, Map<number, SessionFigures>>();
      for (const [name, sample] of samples) {
        const before = open.get(name);
        const next = continued(before?.session, sample, at, sweptAt);
        const isOther = before !== undefined && before.session.publishedAt !== next.session.publishedAt;
        // Its end was not seen.
        if (isOther && before.session.endedAt === undefined)
          put({ ...before.session, endedAt: before.session.seenAt });
        const numbered = put(next.session);
        open.set(name, numbered);
        for (const { hour, figures: own } of next.over) {
          const all = over.get(hour) ?? new Map<number, SessionFigures>();
          over.set(hour, all.set(numbered.id, own));
        }
      }
      for (const [hour, all] of over) hours.add(hour, all);
      sweptAt = at;
      if (!complete) return;
      for (const [name, { session }] of open) {
        if (samples.has(name)) continue;
        const isLong = at - session.seenAt > SAME_SESSION_MS;
        if (session.endedAt === undefined) {
          // After a time in which nothing was watched, it ended at some moment unknown.
          open.set(name, put({ ...session, endedAt: isLong ? session.seenAt : at }));
        } else if (isLong) open.delete(name);
      }
    },
    async read(from, to) {
      const first = hourOf(from + 1);
      const sessions = new Map<number, StreamSession>();
      const add = (id: number, own: SessionFigures) => {
        const known = sessions.get(id);
        if (known) sessions.set(id, { ...known, ...addFigures(known, own) });
      };
      for (let start = first; start < to; start += DAY_MS) {
        const end = start + DAY_MS < to ? start + DAY_MS : Number.MAX_SAFE_INTEGER;
        const rows = db
          .sql(`${SESSIONS} WHERE seen_at > ? AND seen_at <= ? AND published_at <= ?`)
          .all(start, end, to);
        for (const { id, session } of rows.flatMap(sessionOf)) {
          const { startTime: _, hour, figures: newest, ...identity } = session;
          sessions.set(id, { ...identity, ...noFigures });
          if (hour >= first && hour < to) add(id, newest);
        }
        await turn();
      }
      for (const hour of hours.known(first, to)) {
        for (const [id, own] of hours.read(hour)) add(id, own);
        await turn();
      }
      return [...sessions.values()].sort((a, b) => a.publishedAt - b.publishedAt);
    },
  };
}

export function putSession(db: HistoryDatabase, session: OpenSession): NumberedSession {
  const { application, streamKey, publishedAt, seenAt, endedAt = null } = session;
  const data = { startTime: session.startTime, hour: session.hour, figures: session.figures };
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

/** Stretches of sessions begin and end on the hour: the period that is really summed up, Unix ms. */
export function wholeHours(from: number, to: number): readonly [number, number] {
  return [hourOf(from + 1), hourOf(to) + HOUR_MS];
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
      hour: data.hour,
      figures: data.figures,
    },
  }));
}
