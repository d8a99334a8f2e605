import type { HistoryDatabase, StoredRow } from './database.ts';
import { createSessionHours, type SessionHours } from './sessions/session-hours.ts';
import { type NumberedSession, putSession, SESSIONS, sessionOf } from './sessions/session-store.ts';
import type { SessionFigures } from './sessions/stream-sessions.ts';

/**
 * Adds stream sessions of one history to another that watched at other times: a publishing that both saw is one session,
 * with the hours of both. Within a transaction.
 */
export function mergeSessions(from: HistoryDatabase, into: HistoryDatabase): void {
  const sourceHours = createSessionHours(from);
  const hours = createSessionHours(into);
  const ids = new Map<number, number>();
  for (const source of from.sql(SESSIONS).all().flatMap(sessionOf)) {
    const { application, streamKey, publishedAt } = source.session;
    const [held] = into
      .sql(`${SESSIONS} WHERE application = ? AND stream_key = ? AND published_at = ?`)
      .all(application, streamKey, publishedAt)
      .flatMap((row: StoredRow) => sessionOf(row));
    ids.set(source.id, held ? joined(into, hours, held, source) : putSession(into, source.session).id);
  }
  for (const hour of sourceHours.known(0, Number.MAX_SAFE_INTEGER)) {
    const figures = [...sourceHours.read(hour)].flatMap(([id, own]): [number, SessionFigures][] => {
      const known = ids.get(id);
      return known === undefined ? [] : [[known, own]];
    });
    hours.add(hour, new Map(figures));
  }
}

/** The session seen later keeps its row; the newest hour of the other joins the hours. */
function joined(
  db: HistoryDatabase,
  hours: SessionHours,
  held: NumberedSession,
  source: NumberedSession,
): number {
  const isLater = source.session.seenAt > held.session.seenAt;
  const earlier = isLater ? held.session : source.session;
  hours.add(earlier.hour, new Map([[held.id, earlier.figures]]));
  if (isLater) putSession(db, source.session);
  return held.id;
}
