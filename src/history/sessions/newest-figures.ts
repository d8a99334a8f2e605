import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { HistoryDatabase } from '../database.ts';
import { ByteReader, ByteWriter } from '../samples/byte-numbers.ts';
import { type Column, readColumn, readRising, writeColumn, writeRising } from '../samples/column.ts';
import { readFigures } from './session-hours.ts';
import { figureNames, noFigures, type OpenSession } from './stream-sessions.ts';

/** What each sweep changes of a session that goes on. Its row holds the rest. */
export type NewestFigures = Pick<OpenSession, 'publishedAt' | 'seenAt' | 'hour' | 'figures' | 'last'>;

const MOST_BYTES = 16 * 1_024 * 1_024;

/**
 * Stores these for all sessions that go on, by the id of the row, in place of those before. Thousands of rows would be 1.5 MB
 * a minute. Call it within a transaction.
 */
export function writeNewest(db: HistoryDatabase, newest: ReadonlyMap<number, NewestFigures>): void {
  db.sql('INSERT OR REPLACE INTO session_newest (id, figures) VALUES (1, ?)').run(encode(newest));
}

/** By the id of the session's row; empty if the stored form is damaged. */
export function readNewest(db: HistoryDatabase): ReadonlyMap<number, NewestFigures> {
  const data = db.sql('SELECT figures FROM sound_session_newest WHERE id = 1').get()?.figures;
  try {
    return data instanceof Uint8Array ? decode(data) : new Map();
  } catch {
    return new Map();
  }
}

/** The session of a row with its newest figures. */
export function withNewest(session: OpenSession, newest: NewestFigures | undefined): OpenSession {
  const isOf = newest?.publishedAt === session.publishedAt && session.endedAt === undefined;
  return isOf && newest.seenAt >= session.seenAt ? { ...session, ...newest } : session;
}

const times = ['publishedAt', 'seenAt', 'hour'] as const;
const readings = ['viewers', 'atRisk', 'degraded'] as const;

/** The ids, then one column for each member. */
function encode(newest: ReadonlyMap<number, NewestFigures>): Uint8Array {
  const sorted = [...newest].sort(([a], [b]) => a - b);
  const all = sorted.map(([, each]) => each);
  const out = new ByteWriter();
  writeRising(
    out,
    sorted.map(([id]) => id),
  );
  const add = (column: Column) => writeColumn(out, column);
  for (const name of times) add(all.map((each) => each[name]));
  for (const name of readings) add(all.map(({ last }) => last?.[name] ?? null));
  for (const name of figureNames) add(all.map(({ figures }) => figures[name]));
  return zstdCompressSync(out.bytes());
}

function decode(data: Uint8Array): ReadonlyMap<number, NewestFigures> {
  const from = new ByteReader(zstdDecompressSync(data, { maxOutputLength: MOST_BYTES }));
  const ids = readRising(from);
  const next = () => readColumn(from, ids.length);
  const [publishedAt = [], seenAt = [], hour = []] = times.map(next);
  const [viewers = [], atRisk = [], degraded = []] = readings.map(next);
  const all = readFigures(from, ids.length);
  return new Map(
    ids.map((id, index) => {
      const figures = all[index] ?? noFigures;
      const [watching, risk, isDegraded] = [viewers[index], atRisk[index], degraded[index]];
      const last =
        watching == null || risk == null || isDegraded == null
          ? undefined
          : { viewers: watching, atRisk: risk, degraded: isDegraded };
      return [
        id,
        {
          publishedAt: publishedAt[index] ?? 0,
          seenAt: seenAt[index] ?? 0,
          hour: hour[index] ?? 0,
          figures,
          last,
        },
      ];
    }),
  );
}
