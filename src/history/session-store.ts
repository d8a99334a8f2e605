import type { HistoryDatabase } from './database.ts';
import { continued, SAME_SESSION_MS, type StreamSample, type StreamSession } from './stream-sessions.ts';

export interface StreamSessionStore {
  /**
   * One sweep over all streams at `at` (Unix ms). `complete` says that a stream that is missing has ended. Within a
   * transaction.
   */
  sweep(samples: ReadonlyMap<string, StreamSample>, at: number, complete: boolean): void;
  /**
   * Sessions that were seen some time in (from, to], in the order of their beginning; `lastSeenUntil` leaves out those
   * that were seen after it.
   */
  read(from: number, to: number, lastSeenUntil?: number): readonly StreamSession[];
}

export function createStreamSessionStore(db: HistoryDatabase): StreamSessionStore {
  let open: Map<string, StreamSession> | undefined;

  /** Sessions of an earlier run may go on. */
  const load = (at: number): Map<string, StreamSession> => {
    const rows = db.sql('SELECT data FROM stream_session WHERE seen_at > ?').all(at - SAME_SESSION_MS);
    const sessions = rows.map(({ data }) => JSON.parse(String(data)) as StreamSession);
    return new Map(sessions.map((session) => [`${session.application}/${session.streamKey}`, session]));
  };
  const put = (session: StreamSession) =>
    db
      .sql(
        `INSERT INTO stream_session (application, stream_key, published_at, seen_at, ended_at, data)
         VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (application, stream_key, published_at) DO UPDATE SET
           seen_at = excluded.seen_at, ended_at = excluded.ended_at, data = excluded.data`,
      )
      .run(
        session.application,
        session.streamKey,
        session.publishedAt,
        session.seenAt,
        session.endedAt ?? null,
        JSON.stringify(session),
      );

  return {
    sweep(samples, at, complete) {
      open ??= load(at);
      for (const [name, sample] of samples) {
        const session = continued(open.get(name), sample, at);
        open.set(name, session);
        put(session);
      }
      if (!complete) return;
      for (const [name, session] of open) {
        if (samples.has(name)) continue;
        if (session.endedAt === undefined) {
          const ended = { ...session, endedAt: at };
          open.set(name, ended);
          put(ended);
        } else if (at - session.seenAt > SAME_SESSION_MS) open.delete(name);
      }
    },
    read(from, to, lastSeenUntil = Number.MAX_SAFE_INTEGER) {
      const rows = db.sql(
        'SELECT data FROM stream_session WHERE seen_at > ? AND seen_at <= ? AND published_at <= ? ORDER BY published_at',
      );
      return rows.all(from, lastSeenUntil, to).map(({ data }) => JSON.parse(String(data)) as StreamSession);
    },
  };
}
