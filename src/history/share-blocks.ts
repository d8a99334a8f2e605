import type { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { encodeBlock, MOST_BYTES, type Samples } from './samples/block.ts';
import { ByteReader } from './samples/byte-numbers.ts';
import { readColumn, readRising } from './samples/column.ts';
import { kindNames, kinds, tiers } from './samples/kinds.ts';

/** Step from version 1: blocks of single entities become blocks of slabs, which are a quarter smaller. */
export function* shareBlocks(db: DatabaseSync): Iterable<number> {
  db.exec(`
    DROP INDEX block_by_time;
    ALTER TABLE block RENAME TO single_block;
    CREATE TABLE block (
      tier TEXT NOT NULL, kind TEXT NOT NULL, slab INTEGER NOT NULL, starts_at INTEGER NOT NULL,
      ends_at INTEGER NOT NULL, samples BLOB NOT NULL, UNIQUE (tier, kind, slab, starts_at)
    );
    CREATE INDEX block_by_time ON block (tier, ends_at);
  `);
  const all = Number(db.prepare('SELECT COUNT(*) AS count FROM single_block').get()?.count);
  let done = 0;
  for (const kind of kindNames) {
    for (const moved of shareKind(db, kind, kinds[kind].slab)) {
      done += moved;
      yield done / all;
    }
  }
  // Deleted in parts, because a large table takes seconds.
  const drop = db.prepare(
    'DELETE FROM single_block WHERE rowid IN (SELECT rowid FROM single_block LIMIT 500)',
  );
  while (Number(drop.run().changes) > 0) yield 1;
  db.exec('DROP TABLE single_block');
}

/** Yields after each block the number of blocks that it replaces. */
function* shareKind(db: DatabaseSync, kind: string, size: number): Iterable<number> {
  const insert = db.prepare(
    'INSERT INTO block (tier, kind, slab, starts_at, ends_at, samples) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const single = db.prepare('SELECT entity, samples FROM single_block WHERE rowid = ?');
  // One slab at a time. The size is part of the text, because a bound number would be a floating-point one.
  const slabs = db.prepare(`SELECT DISTINCT id / ${size} AS slab FROM entity WHERE kind = ? ORDER BY slab`);
  const places = db.prepare(
    `SELECT starts_at, MAX(ends_at) AS ends_at, json_group_array(single_block.rowid) AS singles
     FROM entity JOIN single_block ON single_block.tier = ? AND entity.id = entity
     WHERE entity.id >= ? AND entity.id < ? AND kind = ? GROUP BY starts_at`,
  );
  for (const { slab } of slabs.all(kind)) {
    const first = Number(slab) * size;
    for (const tier of tiers) {
      for (const { starts_at, ends_at, singles } of places.all(tier, first, first + size, kind)) {
        const rows = (JSON.parse(String(singles)) as readonly number[]).map((row) => single.get(row));
        const samples = rows
          .map((row): [number, Samples] => [Number(row?.entity), decodeSingle(row?.samples as Uint8Array)])
          .sort(([a], [b]) => a - b);
        insert.run(
          tier,
          kind,
          Number(slab),
          Number(starts_at),
          Number(ends_at),
          encodeBlock(new Map(samples)),
        );
        yield rows.length;
      }
    }
  }
}

/** A block of version 1: times and columns of one entity. */
function decodeSingle(data: Uint8Array): Samples {
  const from = new ByteReader(zstdDecompressSync(data, { maxOutputLength: MOST_BYTES }));
  const times = readRising(from);
  return { times, columns: Array.from({ length: from.length() }, () => readColumn(from, times.length)) };
}
