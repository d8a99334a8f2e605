import * as z from 'zod';
import { tableOf } from '../../base/table.ts';
import { moment } from '../../triage/facts.ts';
import type { HistoryDatabase, StoredRow } from '../database.ts';
import { jsonColumn, storedRow } from '../stored-row.ts';
import { readNewest, withNewest } from './newest-figures.ts';
import { figureNames, type OpenSession } from './stream-sessions.ts';

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

export const SESSIONS =
  'SELECT id, application, stream_key, published_at, seen_at, ended_at, data FROM sound_stream_session';

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
