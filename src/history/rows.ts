import { decodeBlock } from './block.ts';
import type { HistoryDatabase } from './database.ts';
import { type KindName, kinds, stepOf, type Tier, tiers } from './kinds.ts';
import { ROLLED } from './roll-up.ts';

/** All figures of one entity, by column; null where it was not measured. */
export interface Row {
  /** Unix ms. */
  readonly at: number;
  readonly values: Readonly<Record<string, number | null>>;
  /** They are means over so many ms; undefined where they are as they were measured. */
  readonly step: number | undefined;
}

/** The newest row of each entity in (at − lookBackMs, at]; of a roll-up its means. Entities without one are missing. */
export function rowsAt(
  db: HistoryDatabase,
  kind: KindName,
  names: readonly string[],
  at: number,
  lookBackMs: number,
): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  const ids = new Map<number, string>();
  for (const name of names) {
    const row = db.sql('SELECT id FROM entity WHERE kind = ? AND name = ?').get(kind, name);
    if (row) ids.set(Number(row.id), name);
  }
  // The newest samples lie in frames, all entities together; what was not in the last one is older.
  const frame = db
    .sql(
      'SELECT at, entities, samples FROM frame WHERE kind = ? AND at > ? AND at <= ? ORDER BY at DESC LIMIT 1',
    )
    .get(kind, at - lookBackMs, at);
  if (frame) {
    const entities = JSON.parse(String(frame.entities)) as readonly number[];
    const samples = JSON.parse(String(frame.samples)) as readonly (readonly (number | null)[])[];
    entities.forEach((id, index) => {
      const name = ids.get(id);
      if (name !== undefined)
        rows.set(
          name,
          rowOf(kind, 'raw', Number(frame.at), (column) => samples[index]?.[column]),
        );
    });
  }
  for (const [id, name] of ids) {
    const row = rows.has(name) ? undefined : blockRow(db, kind, id, at, lookBackMs);
    if (row) rows.set(name, row);
  }
  return rows;
}

function blockRow(db: HistoryDatabase, kind: KindName, entity: number, at: number, lookBackMs: number) {
  for (const tier of tiers) {
    const block = db
      .sql(
        `SELECT samples FROM block WHERE tier = ? AND entity = ? AND starts_at <= ? AND ends_at > ?
         ORDER BY starts_at DESC LIMIT 1`,
      )
      .get(tier, entity, at, at - lookBackMs);
    if (!block) continue;
    const { times, columns } = decodeBlock(block.samples as Uint8Array);
    const index = times.findLastIndex((time) => time <= at && time > at - lookBackMs);
    const width = tier === 'raw' ? 1 : ROLLED;
    if (index >= 0)
      return rowOf(kind, tier, times[index] ?? at, (column) => columns[column * width]?.[index]);
  }
  return undefined;
}

function rowOf(
  kind: KindName,
  tier: Tier,
  at: number,
  cell: (column: number) => number | null | undefined,
): Row {
  const values = kinds[kind].columns.map((name, column) => [name, cell(column) ?? null] as const);
  return { at, values: Object.fromEntries(values), step: stepOf(kind, tier) };
}
