import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { HOUR_MS } from '../../base/durations.ts';
import type { HistoryDatabase } from '../database.ts';
import { ByteReader, ByteWriter } from '../samples/byte-numbers.ts';
import { readColumn, readRising, writeColumn, writeRising } from '../samples/column.ts';
import { addFigures, figureNames, noFigures, type SessionFigures } from './stream-sessions.ts';

const MOST_BYTES = 16 * 1_024 * 1_024;

/** Figures of sessions by hour and session id. The newest hour of each session is stored in the row of the session. */
export interface SessionHours {
  /** Call it within a transaction. */
  add(hour: number, figures: ReadonlyMap<number, SessionFigures>): void;
  /** Starts of the hours in [from, to) with stored figures, Unix ms. */
  known(from: number, to: number): readonly number[];
  read(hour: number): ReadonlyMap<number, SessionFigures>;
}

export function createSessionHours(db: HistoryDatabase): SessionHours {
  return {
    add(hour, figures) {
      const put = db.sql('INSERT INTO session_hour (starts_at, ends_at, figures) VALUES (?, ?, ?)');
      put.run(hour, hour + HOUR_MS, encodeHour(figures));
    },
    known(from, to) {
      const rows = db.sql(
        'SELECT DISTINCT starts_at FROM sound_session_hour WHERE starts_at >= ? AND starts_at < ? ORDER BY starts_at',
      );
      return rows.all(from, to).map(({ starts_at }) => Number(starts_at));
    },
    read(hour) {
      const all = new Map<number, SessionFigures>();
      for (const row of db.sql('SELECT figures FROM sound_session_hour WHERE starts_at = ?').all(hour)) {
        for (const [id, figures] of decodeHour(row.figures)) {
          all.set(id, addFigures(all.get(id) ?? noFigures, figures));
        }
      }
      return all;
    },
  };
}

/** The ids, then one column for each figure, as whole numbers. */
function encodeHour(figures: ReadonlyMap<number, SessionFigures>): Uint8Array {
  const sorted = [...figures].sort(([a], [b]) => a - b);
  const out = new ByteWriter();
  writeRising(
    out,
    sorted.map(([id]) => id),
  );
  for (const name of figureNames)
    writeColumn(
      out,
      sorted.map(([, own]) => Math.round(own[name])),
    );
  return zstdCompressSync(out.bytes());
}

/** Empty if the row is damaged. */
function decodeHour(data: unknown): ReadonlyMap<number, SessionFigures> {
  try {
    return data instanceof Uint8Array ? unpackHour(data) : new Map();
  } catch {
    return new Map();
  }
}

function unpackHour(data: Uint8Array): ReadonlyMap<number, SessionFigures> {
  const from = new ByteReader(zstdDecompressSync(data, { maxOutputLength: MOST_BYTES }));
  const ids = readRising(from);
  const all = readFigures(from, ids.length);
  return new Map(ids.map((id, index) => [id, all[index] ?? noFigures]));
}

/** A column for each figure, as figures for each of `rows`. What an older version wrote lacks the newest columns. */
export function readFigures(from: ByteReader, rows: number): readonly SessionFigures[] {
  const columns = figureNames.flatMap((name) =>
    from.isAtEnd ? [] : [[name, readColumn(from, rows)] as const],
  );
  return Array.from({ length: rows }, (_, index) => {
    const own: Record<keyof SessionFigures, number> = { ...noFigures };
    for (const [name, values] of columns) own[name] = values[index] ?? 0;
    return own;
  });
}
