import { HOUR_MS } from '../../base/durations.ts';
import type { HistoryDatabase } from '../database.ts';
import { decodeRows, encodeRows } from '../samples/column.ts';
import { addFigures, figureNames, noFigures, type SessionFigures } from './stream-sessions.ts';

/** Figures of sessions by hour and session id. The newest hour of each session is stored in the row of the session. */
export function createSessionHours(db: HistoryDatabase) {
  return {
    /** Call it within a transaction. */
    add(hour: number, figures: ReadonlyMap<number, SessionFigures>) {
      const put = db.sql('INSERT INTO session_hour (starts_at, ends_at, figures) VALUES (?, ?, ?)');
      put.run(hour, hour + HOUR_MS, encodeRows(figures, figureNames, Math.round));
    },
    /** Starts of the hours in [from, to) with stored figures, Unix ms. */
    known(from: number, to: number): readonly number[] {
      const rows = db.sql(
        'SELECT DISTINCT starts_at FROM sound_session_hour WHERE starts_at >= ? AND starts_at < ? ORDER BY starts_at',
      );
      return rows.all(from, to).map(({ starts_at }) => Number(starts_at));
    },
    read(hour: number): ReadonlyMap<number, SessionFigures> {
      const all = new Map<number, SessionFigures>();
      for (const row of db.sql('SELECT figures FROM sound_session_hour WHERE starts_at = ?').all(hour)) {
        for (const [id, own] of decodeRows(row.figures, figureNames))
          all.set(id, addFigures(all.get(id) ?? noFigures, { ...noFigures, ...own }));
      }
      return all;
    },
  };
}
