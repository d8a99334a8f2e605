import type { HistoryDatabase } from '../database.ts';
import { decodeRows, encodeRows } from '../samples/column.ts';
import { figureNames, noFigures, type OpenSession } from './stream-sessions.ts';

/** What each sweep changes of a session that goes on. Its row holds the rest. */
export type NewestFigures = Pick<OpenSession, 'publishedAt' | 'seenAt' | 'hour' | 'figures' | 'last'>;

const names = [
  ...(['publishedAt', 'seenAt', 'hour', 'viewers', 'atRisk', 'degraded'] as const),
  ...figureNames,
];

/**
 * Stores these for all sessions that go on, by the id of the row, in place of those before. Thousands of rows would be 1.5 MB
 * a minute. Call it within a transaction.
 */
export function writeNewest(db: HistoryDatabase, newest: ReadonlyMap<number, NewestFigures>): void {
  const rows = [...newest].map(
    ([id, { figures, last, ...times }]) => [id, { ...times, ...last, ...figures }] as const,
  );
  db.sql('INSERT OR REPLACE INTO session_newest (id, figures) VALUES (1, ?)').run(
    encodeRows(new Map(rows), names),
  );
}

/** By the id of the session's row; empty if the stored form is damaged. */
export function readNewest(db: HistoryDatabase): ReadonlyMap<number, NewestFigures> {
  const data = db.sql('SELECT figures FROM sound_session_newest WHERE id = 1').get()?.figures;
  const rows = [...decodeRows(data, names)].map(([id, row]): [number, NewestFigures] => {
    const { publishedAt = 0, seenAt = 0, hour = 0, viewers, atRisk, degraded, ...figures } = row;
    const isKnown = viewers !== undefined && atRisk !== undefined && degraded !== undefined;
    const last = isKnown ? { viewers, atRisk, degraded } : undefined;
    return [id, { publishedAt, seenAt, hour, last, figures: { ...noFigures, ...figures } }];
  });
  return new Map(rows);
}

/** The session of a row with its newest figures. */
export function withNewest(session: OpenSession, newest: NewestFigures | undefined): OpenSession {
  const isOf = newest?.publishedAt === session.publishedAt && session.endedAt === undefined;
  return isOf && newest.seenAt >= session.seenAt ? { ...session, ...newest } : session;
}
